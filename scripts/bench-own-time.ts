/** Measures a mission's own time per feature: its wall time without the time of agents and checks. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { systemClock } from '@harness/engine/clock';
import { readRunTree } from '@harness/engine/run-tree';
import { jsonlStore } from '@harness/engine/store/jsonl';
import { type BenchRow, timeRow } from './bench-row.ts';

const features = Array.from({ length: 8 }, (_, n) => `F-${String(n + 1).padStart(3, '0')}`);
const agentMs = 1_000;
/** Before decision 72 it was 60 to 68, then 46 to 52; now it is 37 to 42. */
const bar = 48;
const missions = 3;

/** Other programs on the machine only add time, so the least disturbed feature and the least baseline count. */
export async function measureOwnTime(root: string, launcher: string): Promise<readonly BenchRow[]> {
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < missions; round++) {
    const repo = join(root, `own-time-${round}`);
    const script = prepare(repo, join(root, 'own-time-agents.json'));
    bare.push(...measureGitStarts(repo));
    own.push(...(await ownTimes(repo, launcher, script)));
    bare.push(...measureGitStarts(repo));
  }
  return [timeRow('own time of a feature / git start + fdatasync', Math.min(...own), Math.min(...bare), bar)];
}

/** One lane, so that no agent works while the mission does something itself. */
function prepare(repo: string, script: string): string {
  mkdirSync(join(repo, '.harness'), { recursive: true });
  const claim = (id: string) => id.replace('F-', 'VAL-CORE-');
  const plan = { features: features.map((id) => ({ id, title: `Feature ${id}`, claims: [claim(id)] })) };
  const contract = features.map((id) => `### ${claim(id)}: ${id} exists\n\n- Verify: look\n`);
  const checks = { build: 'test -f .gitignore', test: null, lint: null, typecheck: null };
  writeFileSync(join(repo, '.harness', 'features.json'), JSON.stringify(plan));
  writeFileSync(join(repo, '.harness', 'validation-contract.md'), `# Validation contract\n\n${contract.join('\n')}`);
  writeFileSync(join(repo, 'harness.config.json'), JSON.stringify({ parallelWorkers: { max: 1 }, checks }));
  writeFileSync(join(repo, '.gitignore'), '.harness/\n');
  writeFileSync(script, JSON.stringify({ version: 1, answers: features.flatMap(answersOf) }));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: repo, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=A plan');
  return script;
}

const answersOf = (id: string) => [
  {
    when: { role: 'mission.worker', item: id },
    steps: [{ sleep: agentMs }, { write: { path: `${id}.txt`, text: `${id}\n` } }],
    reply: `WORKER ${id}: implemented — a file`,
  },
  {
    when: { role: 'mission.validator', item: id },
    steps: [{ sleep: agentMs }],
    reply: `VALIDATOR ${id} round 1: passed — 1 pass, 0 fail`,
  },
];

/** Runs a mission. Returns its own time for each feature but the last, and prints the mean with start and end of the command. */
async function ownTimes(repo: string, launcher: string, script: string): Promise<readonly number[]> {
  const env = { HARNESS_TRUST_WITNESS: 'off', ...process.env }; // the proof has a row of its own
  const from = systemClock.nowMs();
  const { status, stderr } = spawnSync(process.execPath, [launcher, 'mission', '--script', script], { cwd: repo, env });
  const tookMs = systemClock.nowMs() - from;
  if (status !== 0) throw new Error(`the mission exited ${status}: ${stderr.toString()}`);
  const journals = await readJournals(repo);
  const outside = journals.flatMap(agentsAndChecks);
  const ownMs = (fromMs: number, toMs: number) => toMs - fromMs - sum(outside.filter(isWithin(fromMs, toMs)).map(msOf));
  const mean = ownMs(from, from + tookMs) / features.length;
  console.log(`own time of a mission: ${mean.toFixed(0)} ms per feature, with the start and the end of the command`);
  const starts = features.map((feature) => startOf(journals.flat(), feature));
  return starts.slice(1).map((next, at) => ownMs(starts[at] ?? 0, next));
}

async function readJournals(repo: string): Promise<readonly (readonly Entry[])[]> {
  const runs = join(repo, '.harness', 'runs');
  const self = () => ({ pid: process.pid, startedAt: '' });
  const store = jsonlStore(runs, { self, isAlive: () => false, end: async () => {} });
  const [run = ''] = readdirSync(runs);
  return (await readRunTree(store, run)).map(({ entries }) => entries);
}

/** When the mission started the first lane of a feature. */
function startOf(entries: readonly Entry[], feature: string): number {
  const isStart = (entry: Entry) =>
    entry.type === 'asked' && entry.effect.kind === 'spawn' && entry.key.endsWith(`/${feature}`);
  return Math.min(...entries.filter(isStart).map(({ atMs }) => atMs));
}

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

const msOf = ({ fromMs, toMs }: Stretch) => toMs - fromMs;
const isWithin = (fromMs: number, toMs: number) => (one: Stretch) => one.fromMs >= fromMs && one.toMs <= toMs;

/** Every agent call and check of a journal, from `asked` to `answered`. */
const agentsAndChecks = (entries: readonly Entry[]): readonly Stretch[] =>
  entries.flatMap((asked) => {
    if (asked.type !== 'asked' || !['agent', 'check'].includes(asked.effect.kind)) return [];
    const answered = entries.find((entry) => entry.type === 'answered' && entry.key === asked.key);
    return answered ? [{ fromMs: asked.atMs, toMs: answered.atMs }] : [];
  });

/** One start of git and one durable write: what most of the own time consists of. */
function measureGitStarts(repo: string): readonly number[] {
  const fd = openSync(join(repo, '.harness', 'bare'), 'a');
  const line = Buffer.from(`${'x'.repeat(420)}\n`);
  const times = Array.from({ length: 40 }, () => {
    const from = performance.now();
    const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd: repo });
    if (status !== 0) throw new Error(`git exited ${status}`);
    writeSync(fd, line);
    fdatasyncSync(fd);
    return performance.now() - from;
  });
  closeSync(fd);
  return times;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
