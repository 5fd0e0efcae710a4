/** Measures a mission of 24 features in four lanes, with agents that take fixed times, against the lower bound of any schedule. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import {
  firstFreeLane,
  lowerBoundMs,
  makespanMs,
  type ScheduledCall,
  sampleFeatures,
  scheduleByRules,
  type TimedFeature,
} from '@harness/core/testing/lane-schedule';
import type { LaneJob } from '@harness/core/workflows/mission/lane/job';
import { systemClock } from '@harness/engine/clock';
import { readRunTree } from '@harness/engine/run-tree';
import { jsonlStore } from '@harness/engine/store/jsonl';
import type { BenchRow } from './bench-row.ts';
import { chartLanes } from './lane-chart.ts';

const lanes = chartLanes;
const bar = 1.1;
/** Half as long as on the page about missions: the own time of the mission then counts twice as much, and the run ends sooner. */
const features = sampleFeatures.map((one) => ({ ...one, workMs: one.workMs / 2, judgeMs: one.judgeMs / 2 }));

export async function measureMission(root: string, launcher: string): Promise<readonly BenchRow[]> {
  const repo = join(root, 'mission');
  const script = prepare(repo, join(root, 'mission-agents.json'));
  const from = systemClock.nowMs();
  const env = { ...process.env, HARNESS_TRUST_WITNESS: 'off' }; // the proof has a row of its own
  const { status, stderr } = spawnSync(process.execPath, [launcher, 'mission', '--script', script], { cwd: repo, env });
  const tookMs = systemClock.nowMs() - from;
  if (status !== 0) throw new Error(`the mission exited ${status}: ${stderr.toString()}`);
  const measured = await stretchesIn(repo);
  console.log(chart(measured.map((one) => ({ ...one, fromMs: one.fromMs - from, toMs: one.toMs - from }))));
  const least = lowerBoundMs(features, lanes);
  console.log(
    `no schedule is shorter than ${seconds(least)}; by the rules alone ${seconds(makespanMs(scheduleByRules(features, lanes)))}; the command took ${seconds(tookMs)}`,
  );
  return [
    {
      what: '24 features in 4 lanes / the bound of their graph',
      baseline: seconds(least),
      measured: seconds(tookMs),
      ratio: tookMs / least,
      bar,
      is: 'at most',
    },
  ];
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Creates a repository with a plan, and a script whose agents only sleep and write a file. */
function prepare(repo: string, script: string): string {
  mkdirSync(join(repo, '.harness'), { recursive: true });
  const claim = ({ id }: TimedFeature) => id.replace('F-', 'VAL-CORE-');
  const planned = features.map((one) => ({
    id: one.id,
    title: `Feature ${one.id}`,
    claims: [claim(one)],
    dependsOn: one.after,
  }));
  const contract = features.map((one) => `### ${claim(one)}: ${one.id} exists\n\n- Verify: look\n`);
  writeFileSync(join(repo, '.harness', 'features.json'), JSON.stringify({ features: planned }));
  writeFileSync(join(repo, '.harness', 'validation-contract.md'), `# Validation contract\n\n${contract.join('\n')}`);
  writeFileSync(join(repo, 'harness.config.json'), JSON.stringify({ parallelWorkers: { max: lanes } }));
  writeFileSync(join(repo, '.gitignore'), '.harness/\n');
  writeFileSync(script, JSON.stringify({ version: 1, answers: features.flatMap(answersOf) }));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: repo, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=A plan');
  return script;
}

const answersOf = ({ id, workMs, judgeMs }: TimedFeature) => [
  {
    when: { role: 'mission.worker', item: id },
    steps: [{ sleep: workMs }, { write: { path: `${id}.txt`, text: `${id}\n` } }],
    reply: `WORKER ${id}: implemented — a file`,
  },
  {
    when: { role: 'mission.validator', item: id },
    steps: [{ sleep: judgeMs }],
    reply: `VALIDATOR ${id} round 1: passed — 1 pass, 0 fail`,
  },
];

/** The time from the first to the last entry of each lane, in the order of their starts. */
async function stretchesIn(repo: string): Promise<readonly ScheduledCall[]> {
  const runs = join(repo, '.harness', 'runs');
  const self = () => ({ pid: process.pid, startedAt: '' });
  const store = jsonlStore(runs, { self, isAlive: () => false, end: async () => {} });
  const [run = ''] = readdirSync(runs);
  const stretches = (await readRunTree(store, run)).flatMap(({ entries }) => laneIn(entries));
  const placed: ScheduledCall[] = [];
  for (const one of stretches.sort((a, b) => a.fromMs - b.fromMs))
    placed.push({ ...one, lane: firstFreeLane(placed.filter(({ toMs }) => toMs > one.fromMs)) });
  return placed;
}

function laneIn(entries: readonly Entry[]): readonly Omit<ScheduledCall, 'lane'>[] {
  const [first] = entries;
  if (first?.type !== 'started' || first.machine !== 'lane') return [];
  const { feature, until } = first.input as LaneJob;
  const is = until === 'implemented' ? 'worker' : 'validator';
  return [{ feature, is, fromMs: first.atMs, toMs: entries.at(-1)?.atMs ?? first.atMs }];
}

const columns = 100;

/** Draws one row per lane: `2` while feature F-002 is built, `·` while it is judged and merged. */
function chart(stretches: readonly ScheduledCall[]): string {
  const perColumn = makespanMs(stretches) / columns;
  const rows = Array.from({ length: lanes }, (_, lane) => {
    const cells = Array.from({ length: columns }, () => ' ');
    for (const { feature, is, fromMs, toMs } of stretches.filter((one) => one.lane === lane)) {
      const [from, to] = [Math.round(fromMs / perColumn), Math.round(toMs / perColumn)];
      const word = is === 'worker' ? feature.replace('F-0', '').padEnd(to - from, '━') : '·'.repeat(to - from);
      cells.splice(from, to - from, ...word.slice(0, to - from));
    }
    return `lane ${lane + 1} │${cells.join('')}│`;
  });
  return rows.join('\n');
}
