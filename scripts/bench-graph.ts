/** Measures the code graph of 2,000 modules against one bare parse of the same files, in time and memory. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCodeGraph } from '@harness/effects/inspect/read-code-graph';
import { type BenchRow, timeRow } from './bench-row.ts';

const modules = 2_000;
const importsPerModule = 4;
const rounds = 5;

const pathOf = (n: number) => `src/part-${n % 40}/module-${n}.ts`;

/** A module of about 100 lines, which imports four others. */
const textOf = (n: number) =>
  [
    ...Array.from({ length: importsPerModule }, (_, at) => {
      const to = (n * 7 + at * 13 + 1) % modules;
      return `import { make${to} } from '../part-${to % 40}/module-${to}.js';`;
    }),
    `export interface Item${n} { readonly id: string; readonly count: number; readonly labels: readonly string[]; }`,
    ...Array.from({ length: 12 }, (_, at) => [
      `/** Returns the items of step ${at} that are larger than the limit. */`,
      `function step${at}(items: readonly Item${n}[], limit: number): readonly Item${n}[] {`,
      '  const kept = items.filter(({ count, labels }) => count > limit && labels.length > 0);',
      `  if (kept.length === 0) return items.map((item) => ({ ...item, count: item.count + ${at} }));`,
      '  for (const item of kept) console.log(item.id, item.count);',
      '  return kept;',
      '}',
    ]).flat(),
    `export const make${n} = (items: readonly Item${n}[]) => step0(step1(items, 1), 2);`,
    '',
  ].join('\n');

function createRepository(folder: string): string {
  const repo = join(realpathSync(folder), 'graph-repo');
  for (let n = 0; n < 40; n++) mkdirSync(join(repo, `src/part-${n}`), { recursive: true });
  for (let n = 0; n < modules; n++) writeFileSync(join(repo, pathOf(n)), textOf(n));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: repo });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=x');
  return repo;
}

/** Reads each file and makes its syntax tree, in one process. */
const bareParse = `
import { readdirSync, readFileSync } from 'node:fs';
const { parseSync } = await import(process.argv[1]);
let statements = 0;
for (const name of readdirSync('src', { recursive: true }))
  if (name.endsWith('.ts')) statements += parseSync(name, readFileSync('src/' + name, 'utf8')).program.body.length;
if (statements < ${modules}) throw new Error('nothing was parsed');
`;

export async function measureGraph(folder: string, root: string): Promise<readonly BenchRow[]> {
  const repo = createRepository(folder);
  const parser = pathToFileURL(createRequire(join(root, 'packages/effects/package.json')).resolve('oxc-parser')).href;
  const bareArgs = ['--input-type=module', '--eval', bareParse, '--', parser];
  const times = { own: [] as number[], bare: [] as number[], again: [] as number[], stamps: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await timed(async () => run(bareArgs, repo)));
    forget(repo);
    times.own.push(await timed(() => requireGraph(repo)));
    for (let quick = 0; quick < rounds; quick++) {
      times.stamps.push(await timed(() => readTimes(repo)));
      times.again.push(await timed(() => requireGraph(repo)));
    }
  }
  const launcher = join(root, 'dist/cli/harness.mjs');
  run([launcher, 'knowledge-pipeline'], repo); // builds the bundle if it is stale
  forget(repo);
  const [own, bare] = [await peakMb([launcher, 'knowledge-pipeline'], repo), await peakMb(bareArgs, repo)];
  return [
    timeRow('graph of 2,000 modules / one bare parse', least(times.own), least(times.bare), 2),
    timeRow('the same graph again / reading their times', least(times.again), least(times.stamps), 1.5),
    {
      what: 'peak memory of the graph / of the bare parse',
      baseline: `${bare.toFixed(1)} MB`,
      measured: `${own.toFixed(1)} MB`,
      ratio: own / bare,
      bar: 2,
      is: 'at most',
    },
  ];
}

const readTimes = (repo: string) =>
  Promise.all(Array.from({ length: modules }, (_, n) => lstat(join(repo, pathOf(n)))));

const forget = (repo: string) => rmSync(join(repo, '.harness'), { recursive: true, force: true });

async function requireGraph(repo: string): Promise<void> {
  const graph = await readCodeGraph(repo);
  const edges = graph.modules.reduce((sum, module) => sum + module.edges.length, 0);
  if (graph.modules.length !== modules || edges < modules * (importsPerModule - 1))
    throw new Error(`only ${edges} edges`);
}

function run(args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd });
  if (status !== 0) throw new Error(stderr.toString());
}

/** The highest memory of a command and all its processes together. Pages that they share count once. */
async function peakMb(args: readonly string[], cwd: string): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
  let peak = 0;
  const poll = setInterval(() => (peak = Math.max(peak, memoryOfTree(child.pid ?? 0))), 5);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(poll);
  return peak / 1024;
}

function memoryOfTree(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readOrEmpty(`/proc/${name}/stat`) : '';
    if (stat !== '') parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()]
    .filter(isBelow)
    .reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0), 0);
}

/** A process may end at any time. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

const least = (times: readonly number[]) => Math.min(...times);
