/** Speed, as ratios to a baseline that is measured in the same run: an absolute time says more about the machine than about us. */
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
import { ok } from '@harness/core/failure';
import { type Machine, machineOf, stepsOf } from '@harness/core/machine';
import { systemClock } from '@harness/engine/clock';
import { begin, resume } from '@harness/engine/runs';
import { jsonlStore } from '@harness/engine/store/jsonl';
import { defaults, type World } from '@harness/engine/world';
import { nextPlan } from './bench-plans.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'harness-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly what: string;
  readonly ms: number;
  readonly baselineMs: number;
  readonly bar: number;
}

const never = new AbortController().signal;

/** Goes on by itself for so many moves, then ends, or asks a person. */
type Ping = { at: 'pinging'; left: number; then: 'ends' | 'asks' } | { at: 'asking' } | { at: 'over' };
const ping: Operation<null, number> = { kind: 'git', op: 'ping', samples: [1], failures: [] };
const step = stepsOf<Ping>();
const pinger = machineOf<{ left: number; then: 'ends' | 'asks' }, Ping, null>()({
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
    step({ at: 'asking', to: ['over'], needs: () => ({ answer: question('passes') }), next: () => ({ at: 'over' }) }),
  ],
  ends: { over: 'done' },
  result: () => null,
  results: [null],
});

const rows: Row[] = [await durableMove(), await longResume(), nextOfThousand(), ...(await startUp())];
console.log(
  'what'.padEnd(44),
  'baseline'.padStart(10),
  'measured'.padStart(10),
  'ratio'.padStart(7),
  'bar'.padStart(5),
);
for (const { what, ms, baselineMs, bar } of rows) {
  const ratio = ms / baselineMs;
  const cells = [
    `${baselineMs.toFixed(3)} ms`.padStart(10),
    `${ms.toFixed(3)} ms`.padStart(10),
    ratio.toFixed(2).padStart(7),
  ];
  console.log(what.padEnd(44), ...cells, String(bar).padStart(5), ratio <= bar ? '' : 'MISSED');
}
process.exit(rows.every(({ ms, baselineMs, bar }) => ms / baselineMs <= bar) ? 0 : 1);

/** One move through plan, driver, journal and disk, against the same number of bytes appended and synced by hand. */
async function durableMove(): Promise<Row> {
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
  return { what: 'one durable move / append + fdatasync', ms: median(own), baselineMs: median(bare), bar: 3 };
}

/** From the file on the disk to the run at work again, against nothing but reading and parsing the same file. */
async function longResume(): Promise<Row> {
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
    own.push(await timed(1, () => withWorld(run, (world) => resume(world, run, { settings: {}, changes: {} }, never))));
  }
  if (entries < 10_000) throw new Error(`only ${entries} entries`);
  return { what: 'resume of 10,000 entries / read and parse', ms: median(own), baselineMs: median(bare), bar: 3 };
}

function nextOfThousand(): Row {
  const { own, bare } = nextPlan(join(folder, 'plans'));
  return { what: 'next of 1,000 plans / read and parse', ms: median(own), baselineMs: median(bare), bar: 3 };
}

async function walk(left: number, run: string, then: 'ends' | 'asks' = 'ends'): Promise<void> {
  const title = 'Greet whoever is logged in by name, and say so on the first page';
  const beginning = { run, machine: pinger.id, title, settings: {}, input: { left, then } };
  await withWorld(run, (world) => begin(world, beginning, never));
}

async function withWorld(run: string, work: (world: World) => Promise<unknown>): Promise<void> {
  const self = () => ({ pid: process.pid, startedAt: '' });
  const store = jsonlStore(join(folder, 'runs'), { self, isAlive: () => false, end: async () => {} });
  const owner = await store.own(run, { takeOver: false });
  const performer = { kind: 'git', afterCrash: 'reconcile', perform: async () => ({ outcome: ok(1) }) } as const;
  await work({
    ...defaults,
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

async function startUp(): Promise<readonly Row[]> {
  const repo = join(folder, 'repo');
  execFileSync('git', ['init', '--quiet', repo]);
  const launcher = join(root, 'bin', 'harness.mjs');
  const start = (args: readonly string[], cwd = repo) => {
    const from = performance.now();
    // Certificates cost 40 ms a process on Node 20 and have nothing to do with us.
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    const { status } = spawnSync(process.execPath, args, { cwd, env });
    if (status !== 0) throw new Error(`${args.join(' ')} exited ${status}`);
    return performance.now() - from;
  };
  start([launcher, '--help']); // bundles, if need be
  const many = await thousandRuns();
  start([launcher, 'runs'], many); // sums them up
  const times = { bare: [] as number[], version: [] as number[], runs: [] as number[], many: [] as number[] };
  for (let n = 0; n < 25; n++) {
    times.bare.push(start(['-e', '0']));
    times.version.push(start([launcher, '--version']));
    times.runs.push(start([launcher, 'runs']));
    times.many.push(start([launcher, 'runs'], many));
  }
  const baselineMs = median(times.bare);
  return [
    { what: 'harness --version / node -e 0', ms: median(times.version), baselineMs, bar: 1.5 },
    { what: 'harness runs / node -e 0', ms: median(times.runs), baselineMs, bar: 2.5 },
    { what: 'harness runs over 1,000 runs / node -e 0', ms: median(times.many), baselineMs, bar: 2.5 },
  ];
}

/** A repository in which 1,000 runs have ended, with a hundred entries each. */
async function thousandRuns(): Promise<string> {
  const repo = join(folder, 'many');
  execFileSync('git', ['init', '--quiet', repo]);
  await walk(33, 'one');
  const journal = readFileSync(join(folder, 'runs', 'one', 'journal.jsonl'));
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
