/** Measures a check in a clean room against the same check in its lane, after the first one. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckInput } from '@harness/core/effects/check';
import { checkPerformer } from '@harness/effects/check/performer';
import { openSandbox } from '@harness/effects/sandbox/sandbox';
import { type BenchRow, timeRow } from './bench-row.ts';

const sourceFiles = 1_000;
const packages = 400;
const filesPerPackage = 25;
const rounds = 9;
const bar = 1.5;

/** A project with its packages, and a lane with its own copy of them, as a mission creates it. */
function createProject(folder: string): { readonly repo: string; readonly lane: string; readonly commit: string } {
  const repo = join(realpathSync(folder), 'room-repo');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: repo,
      encoding: 'utf8',
    });
  write('.gitignore', 'node_modules\n.harness\n');
  const test =
    "const { test } = require('node:test');\ntest('p', () => new Promise((done) => setTimeout(done, 400)));\n";
  write('product.test.js', test);
  for (let n = 0; n < sourceFiles; n++) write(`src/${n % 40}/${n}.js`, `module.exports = ${n};\n`);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=Project');
  for (let n = 0; n < packages * filesPerPackage; n++)
    write(`node_modules/p${n % packages}/lib/${Math.floor(n / packages)}.js`, `module.exports = ${n};\n`);
  const lane = '.harness/worktrees/room';
  git('worktree', 'add', '--quiet', '--detach', lane);
  execFileSync('cp', ['-a', 'node_modules', lane], { cwd: repo });
  return { repo, lane, commit: git('rev-parse', 'HEAD').trim() };
}

export async function measureRoom(folder: string, product: string): Promise<readonly BenchRow[]> {
  const { repo, lane, commit } = createProject(folder);
  const opened = await openSandbox({ root: repo, show: [], network: 'open', product });
  const sandbox = opened.is === 'open' ? opened.sandbox : undefined;
  const environment = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
  const performer = checkPerformer({ repo, runFolder: () => join(folder, 'room-run'), sandbox, environment });
  const measure = async (input: Partial<CheckInput>) => {
    const before = performance.now();
    const { outcome } = await performer.perform(
      { command: 'node --test product.test.js', cwd: lane, timeoutMs: 60_000, ...input },
      {
        run: 'room',
        key: '0/report',
        interrupted: false,
        earlier: undefined,
        signal: new AbortController().signal,
        report: () => undefined,
        allowances: () => [],
        note: async () => undefined,
      },
    );
    if (!outcome.ok || !(outcome.value as { green: boolean }).green) throw new Error(JSON.stringify(outcome));
    return performance.now() - before;
  };
  await measure({});
  await measure({ commit });
  const [own, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    bare.push(await measure({}));
    own.push(await measure({ commit }));
  }
  return [timeRow('a check in a clean room / in its lane', middle(own), middle(bare), bar)];
}

const middle = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
