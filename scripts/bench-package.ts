/** Measures the package: its size, its installation without a registry, and the start of its command. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchRow, timeRow } from './bench-row.ts';

const rounds = 25;

export function measurePackage(folder: string, root: string): readonly BenchRow[] {
  const made = execFileSync('npm', ['run', '--silent', 'package'], { cwd: root, encoding: 'utf8' });
  const tarball = join(root, /^dist\/\S+\.tgz/m.exec(made)?.[0] ?? '');
  const prefix = join(folder, 'prefix');
  const installMs = timed('npm', [
    ...['install', '--global', '--prefix', prefix, '--registry', 'http://127.0.0.1:9/'],
    ...['--cache', mkdtempSync(join(folder, 'npm-cache-')), tarball],
  ]);
  const launcher = join(prefix, 'lib', 'node_modules', 'harness', 'bin', 'harness.mjs');
  const times = { bare: [] as number[], version: [] as number[] };
  for (let n = 0; n < rounds; n++) {
    times.bare.push(timed(process.execPath, ['-e', '0']));
    times.version.push(timed(process.execPath, [launcher, '--version']));
  }
  return [
    sizeRow('package as a tarball / 1.5 MB', statSync(tarball).size, 1_500_000),
    sizeRow('package on disk / 6 MB', bytesOnDisk(prefix), 6_000_000),
    timeRow('installing the package, empty cache / 5 s', installMs, 5_000, 1),
    timeRow('installed harness --version / node -e 0', median(times.version), median(times.bare), 1.5),
  ];
}

const sizeRow = (what: string, bytes: number, most: number): BenchRow => ({
  what,
  baseline: `${most} B`,
  measured: `${bytes} B`,
  ratio: bytes / most,
  bar: 1,
  is: 'at most',
});

/** In blocks of the disk. */
const bytesOnDisk = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(folder, name)).blocks * 512,
    0,
  );

function timed(program: string, args: readonly string[]): number {
  // Loading certificates takes 40 ms per process on Node 20 and is not our cost.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const from = performance.now();
  const { status, stderr } = spawnSync(program, args, { env });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} exited ${status}: ${stderr}`);
  return performance.now() - from;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
