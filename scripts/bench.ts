/**
 * Measures speed as ratios to a baseline of the same run, because absolute times depend on the machine, and the share of
 * input that the provider's cache saves. `npm run bench -- cache` measures one part.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act, type Operation } from '@harness/core/effects/operation';
import { question } from '@harness/core/effects/question';
import { ok } from '@harness/core/failure/failure';
import { defineMachine, defineStep, type Machine } from '@harness/core/machine/machine';
import { openSandbox } from '@harness/effects/sandbox/sandbox';
import { systemClock } from '@harness/engine/clock';
import { resumeRun, startAndDriveRun } from '@harness/engine/runs';
import { formatJournalLines, journalStart, parseJournalLines } from '@harness/engine/store/journal-lines';
import { jsonlStore } from '@harness/engine/store/jsonl';
import { type World, worldDefaults } from '@harness/engine/world';
import { measureAutopilot } from './bench-autopilot.ts';
import { measureCache } from './bench-cache.ts';
import { measureIdleDaemon } from './bench-daemon.ts';
import { measureGraph } from './bench-graph.ts';
import { measureHealth } from './bench-health.ts';
import { measureHook } from './bench-hook.ts';
import { measureIdleLoop } from './bench-idle-loop.ts';
import { measureNextIssue } from './bench-issues.ts';
import { measureMission } from './bench-mission.ts';
import { measureOwnTime } from './bench-own-time.ts';
import { measurePackage } from './bench-package.ts';
import { measureNextPlan } from './bench-plans.ts';
import { measureProof } from './bench-proof.ts';
import { measureRoom } from './bench-room.ts';
import { type BenchRow, formatRow, headingRow, isMet, timeRow } from './bench-row.ts';
import { measureViews } from './bench-views.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'harness-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

/** Makes `left` moves, then ends or asks a person. */
type Ping = { at: 'pinging'; left: number; then: 'ends' | 'asks' } | { at: 'asking' } | { at: 'over' };
const ping: Operation<null, number> = { kind: 'git', op: 'ping', samples: [1], failures: [] };
const step = defineStep<Ping>();
const pinger = defineMachine<{ left: number; then: 'ends' | 'asks' }, Ping, null>()({
  id: 'pinger',
  version: 1,
  start: (input) => ({ at: 'pinging', ...input }),
  steps: [
    step({
      at: 'pinging',
      to: ['pinging', 'asking', 'over'],
      needs: () => ({ pong: act(ping, null) }),
      next: ({ left, then }) =>
        left > 1 ? { at: 'pinging', left: left - 1, then } : { at: then === 'asks' ? 'asking' : 'over' },
    }),
    step({
      at: 'asking',
      to: ['over'],
      needs: () => ({ answer: question('passes', { passes: 3 }) }),
      next: () => ({ at: 'over' }),
    }),
  ],
  ends: { over: 'done' },
  result: () => null,
  results: [null],
});

const parts: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  move: async () => [await durableMove()],
  resume: async () => [await longResume()],
  plans: async () => [await nextOfThousand()],
  issues: async () => [await measureNextIssue(folder), await measureIdleLoop(folder, join(root, 'bin', 'harness.mjs'))],
  views: async () => measureViews(),
  health: () => measureHealth(folder),
  start: startUp,
  hook: async () => measureHook(folder, join(root, 'bin', 'harness.mjs')),
  package: async () => measurePackage(folder, root),
  box: boxedCommand,
  room: () => measureRoom(folder, root),
  proof: () => measureProof(folder),
  graph: () => measureGraph(folder, root),
  cache: () => measureCache(folder),
  mission: () => measureMission(folder, join(root, 'bin', 'harness.mjs')),
  'own-time': () => measureOwnTime(folder, join(root, 'bin', 'harness.mjs')),
  autopilot: () => measureAutopilot(folder, root),
  daemon: () => measureIdleDaemon(folder, join(root, 'bin', 'harness.mjs')),
};
const [part] = process.argv.slice(2);
if (part !== undefined && !(part in parts)) {
  console.error(`Unknown part ${part}; use one of: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const rows: BenchRow[] = [];
for (const [name, measure] of Object.entries(parts))
  if (part === undefined || part === name) rows.push(...(await measure()));
console.log(headingRow);
for (const row of rows) console.log(formatRow(row));
process.exit(rows.every(isMet) ? 0 : 1);

/** One move through engine, journal and disk, against appending and syncing the same number of bytes. */
async function durableMove(): Promise<BenchRow> {
  const moves = 1_000;
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 5; round++) {
    const file = join(folder, `bare-${round}`);
    const line = Buffer.from(`${'x'.repeat(420)}\n`);
    const fd = openSync(file, 'a');
    bare.push(
      await timed(moves, async () => {
        for (let n = 0; n < moves; n++) {
          writeSync(fd, line);
          fdatasyncSync(fd);
        }
      }),
    );
    closeSync(fd);
    own.push(await timed(moves, () => walk(moves, `run-${round}`)));
  }
  return timeRow('one durable move / append + fdatasync', median(own), median(bare), 3);
}

/** A sandboxed command against the same command without a sandbox; no row if there is no sandbox. */
async function boxedCommand(): Promise<readonly BenchRow[]> {
  const opened = await openSandbox({ root: folder, show: [], network: 'open', product: root });
  if (opened.is !== 'open') {
    console.log(`skipped the sandbox: ${opened.is === 'missing' ? 'bubblewrap is not installed' : opened.detail}`);
    return [];
  }
  const plain = { program: '/bin/sh', args: ['-c', ':'] };
  const sandboxed = opened.sandbox.forCheck({ cwd: folder, runFolder: folder }).around(plain);
  const measure = ({ program, args }: { program: string; args: readonly string[] }) =>
    timed(1, async () => {
      const { status, stderr } = spawnSync(program, args);
      if (status !== 0) throw new Error(stderr.toString());
    });
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 41; round++) {
    bare.push(await measure(plain));
    own.push(await measure(sandboxed));
  }
  return [timeRow('a sandboxed command / without a sandbox', median(own), median(bare), 6)];
}

/** Resuming a run from its journal, against only reading and parsing the same file. */
async function longResume(): Promise<BenchRow> {
  const run = 'long';
  await walk(3_333, run, 'asks');
  const path = join(folder, 'runs', run, 'journal.jsonl');
  const own: number[] = [];
  const bare: number[] = [];
  let entries = 0;
  for (let round = 0; round < 15; round++) {
    bare.push(
      await timed(1, async () => {
        const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
        entries = lines.map((line) => JSON.parse(line) as unknown).length;
      }),
    );
    own.push(
      await timed(1, () => withWorld(run, (world) => resumeRun(world, run, { settings: {}, changes: {} }, never))),
    );
  }
  if (entries < 10_000) throw new Error(`only ${entries} entries`);
  return timeRow('resume of 10,000 entries / read and parse', median(own), median(bare), 3);
}

async function nextOfThousand(): Promise<BenchRow> {
  const { own, bare } = await measureNextPlan(join(folder, 'plans'));
  return timeRow('next of 1,000 plans / read and parse', median(own), median(bare), 3);
}

async function walk(left: number, run: string, then: 'ends' | 'asks' = 'ends'): Promise<void> {
  const title = 'Greet the logged-in user by name, and show it on the first page';
  const options = { run, machine: pinger.id, title, settings: {}, input: { left, then } };
  await withWorld(run, (world) => startAndDriveRun(world, options, never));
}

async function withWorld(run: string, work: (world: World) => Promise<unknown>): Promise<void> {
  const self = () => ({ pid: process.pid, startedAt: '' });
  const store = jsonlStore(join(folder, 'runs'), { self, isAlive: () => false, end: async () => {} });
  const owner = await store.own(run, { takeOver: false });
  const performer = { kind: 'git', afterCrash: 'reconcile', perform: async () => ({ outcome: ok(1) }) } as const;
  await work({
    ...worldDefaults,
    machines: new Map([[pinger.id, pinger as Machine]]),
    performers: new Map([[performer.kind, performer]]),
    movesWithoutWait: Infinity,
    clock: systemClock,
    owner,
    inbox: store.inbox,
    endOrphans: async () => [],
    attended: () => false,
    observe: () => {},
  });
  await owner.release();
}

async function startUp(): Promise<readonly BenchRow[]> {
  const repo = join(folder, 'repo');
  execFileSync('git', ['init', '--quiet', repo]);
  const launcher = join(root, 'bin', 'harness.mjs');
  const start = (args: readonly string[], cwd = repo) => {
    const from = performance.now();
    // Loading certificates takes 40 ms per process on Node 20 and is not our cost.
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    const { status } = spawnSync(process.execPath, args, { cwd, env });
    if (status !== 0) throw new Error(`${args.join(' ')} exited ${status}`);
    return performance.now() - from;
  };
  start([launcher, 'help']); // builds the bundle if it is stale
  const many = await thousandRuns();
  start([launcher, 'runs'], many); // writes the summaries
  const times = {
    bare: [] as number[],
    version: [] as number[],
    runs: [] as number[],
    help: [] as number[],
    many: [] as number[],
    report: [] as number[],
  };
  for (let n = 0; n < 25; n++) {
    times.bare.push(start(['-e', '0']));
    times.version.push(start([launcher, '--version']));
    times.runs.push(start([launcher, 'runs']));
    times.help.push(start([launcher, 'autopilot', '--help']));
    times.many.push(start([launcher, 'runs'], many));
    times.report.push(start([launcher, 'report'], many));
  }
  const baselineMs = median(times.bare);
  return [
    timeRow('harness --version / node -e 0', median(times.version), baselineMs, 1.5),
    timeRow('harness runs / node -e 0', median(times.runs), baselineMs, 2.5),
    timeRow('harness autopilot --help / harness runs', median(times.help), median(times.runs), 1.1),
    timeRow('harness runs over 1,000 runs / node -e 0', median(times.many), baselineMs, 2.5),
    timeRow('harness report over 1,000 runs / harness runs', median(times.report), median(times.many), 3),
  ];
}

/** Creates a repository with 1,000 runs of a hundred entries each that ended three days ago. */
async function thousandRuns(): Promise<string> {
  const repo = join(folder, 'many');
  execFileSync('git', ['init', '--quiet', repo]);
  await walk(33, 'one');
  const path = join(folder, 'runs', 'one', 'journal.jsonl');
  const { entries } = parseJournalLines(readFileSync(path), path);
  const threeDaysAgo = entries.map((entry) => ({ ...entry, atMs: entry.atMs - 3 * 24 * 3_600_000 }));
  const journal = formatJournalLines(threeDaysAgo, journalStart).text;
  for (let n = 0; n < 1_000; n++) {
    const run = join(repo, '.harness', 'runs', `run-${n}`);
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'journal.jsonl'), journal);
  }
  return repo;
}

async function timed(times: number, work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / times;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
