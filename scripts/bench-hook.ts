/** Measures the Stop hook, for which an agent waits after every answer. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchRow, timeRow } from './bench-row.ts';

const rounds = 25;

export function measureHook(folder: string, launcher: string): readonly BenchRow[] {
  const [idle, active] = ['hook-idle', 'hook-active'].map((name) => join(folder, name)) as [string, string];
  for (const repo of [idle, active]) execFileSync('git', ['init', '--quiet', repo]);
  mkdirSync(join(active, '.claude'));
  const state = '---\nactive: true\niteration: 1\nmax_iterations: 0\n---\nGo on.\n';
  writeFileSync(join(active, '.claude', 'harness-state.local.md'), state);

  const call = (repo: string, n: number) => {
    const input = { cwd: repo, last_assistant_message: `[ISSUE_COMPLETE: A-${n}]` };
    return timed([launcher, 'issues', 'stop-hook'], JSON.stringify(input));
  };
  call(idle, 0); // builds the bundle if it is stale
  call(active, 0); // imports the state file
  const times = { bare: [] as number[], idle: [] as number[], active: [] as number[] };
  for (let n = 1; n <= rounds; n++) {
    times.bare.push(timed(['-e', '0']));
    times.idle.push(call(idle, n));
    times.active.push(call(active, n));
  }
  const baselineMs = median(times.bare);
  return [
    timeRow('stop-hook without a loop / node -e 0', median(times.idle), baselineMs, 2.5),
    timeRow('stop-hook of an active loop / node -e 0', median(times.active), baselineMs, 2.5),
  ];
}

function timed(args: readonly string[], input = ''): number {
  // Loading certificates takes 40 ms per process on Node 20 and is not our cost.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const from = performance.now();
  const { status } = spawnSync(process.execPath, args, { env, input });
  if (status !== 0) throw new Error(`${args.join(' ')} exited ${status}`);
  return performance.now() - from;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
