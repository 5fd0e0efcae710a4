/** Speed, as ratios to a baseline that is measured in the same run: an absolute time says more about the machine than about us. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act, type Operation } from '@harness/core/effects/operation';
import { failures, ok } from '@harness/core/failure';
import { type Machine, machineOf, stepsOf } from '@harness/core/machine';
import { systemClock } from '@harness/engine/clock';
import { begin } from '@harness/engine/runs';
import { jsonlStore } from '@harness/engine/store/jsonl';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'harness-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly what: string;
  readonly ms: number;
  readonly baselineMs: number;
  readonly bar: number;
}

const rows: Row[] = [await durableMove(), ...startUp()];
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

async function walk(moves: number, run: string): Promise<void> {
  type Ping = { at: 'pinging'; left: number } | { at: 'over' };
  const ping: Operation<null, number> = { kind: 'git', op: 'ping', samples: [1], failures: [] };
  const machine = machineOf<number, Ping, null>()({
    id: 'pinger',
    version: 1,
    start: (left) => ({ at: 'pinging', left }),
    steps: [
      stepsOf<Ping>()({
        at: 'pinging',
        to: ['pinging', 'over'],
        needs: () => ({ pong: act(ping, null) }),
        next: ({ left }) => (left > 1 ? { at: 'pinging', left: left - 1 } : { at: 'over' }),
      }),
    ],
    ends: { over: 'done' },
    result: () => null,
    results: [null],
  });
  const self = () => ({ pid: process.pid, startedAt: '' });
  const store = jsonlStore(join(folder, 'runs'), { self, isAlive: () => false, end: async () => {} });
  const owner = await store.own(run, { takeOver: false });
  const performer = { kind: 'git', afterCrash: 'reconcile', perform: async () => ({ outcome: ok(1) }) } as const;
  const world = {
    machines: new Map([[machine.id, machine as Machine]]),
    performers: new Map([[performer.kind, performer]]),
    failures,
    maxWaitMs: 1,
    movesWithoutWait: Infinity,
    clock: systemClock,
    owner,
    inbox: store.inbox,
    endOrphans: async () => [],
    attended: () => false,
    observe: () => {},
  };
  const beginning = { run, machine: machine.id, title: '', settings: {}, input: moves };
  await begin(world, beginning, new AbortController().signal);
  await owner.release();
}

function startUp(): readonly Row[] {
  const repo = join(folder, 'repo');
  execFileSync('git', ['init', '--quiet', repo]);
  const launcher = join(root, 'bin', 'harness.mjs');
  const start = (args: readonly string[]) => {
    const from = performance.now();
    // Certificates cost 40 ms a process on Node 20 and have nothing to do with us.
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    const { status } = spawnSync(process.execPath, args, { cwd: repo, env });
    if (status !== 0) throw new Error(`${args.join(' ')} exited ${status}`);
    return performance.now() - from;
  };
  start([launcher, '--version']); // bundles, if need be
  const kinds = { bare: ['-e', '0'], version: [launcher, '--version'], runs: [launcher, 'runs'] };
  const times = { bare: [] as number[], version: [] as number[], runs: [] as number[] };
  for (let n = 0; n < 25; n++)
    for (const kind of ['bare', 'version', 'runs'] as const) times[kind].push(start(kinds[kind]));
  const baselineMs = median(times.bare);
  return [
    { what: 'harness --version / node -e 0', ms: median(times.version), baselineMs, bar: 1.5 },
    { what: 'harness runs / node -e 0', ms: median(times.runs), baselineMs, bar: 2.5 },
  ];
}

async function timed(times: number, work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / times;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
