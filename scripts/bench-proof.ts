/** Measures the runs of a proof without mutants against one run of the tests that the change touches. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { driveProof } from '../packages/harness/src/testing/drive-proof.ts';
import { type BenchRow, timeRow } from './bench-row.ts';

const rounds = 3;
const bar = 6;
/** The time of one test: long enough that it counts more than the start of the runner. */
const testMs = 400;
const otherTests = 50;

const testOf = (name: string, expected: string) =>
  [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    `import { ${name} } from '../src/${name}.js';`,
    `test('${name}', async () => {`,
    `  await new Promise((done) => setTimeout(done, ${testMs}));`,
    `  assert.equal(${name}(2), ${expected});`,
    '});',
    '',
  ].join('\n');

/** A product with many tests; the change adds a function with a test, and edits one old test. */
function createChange(folder: string) {
  const repo = join(realpathSync(folder), 'proof-repo');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: repo,
      encoding: 'utf8',
    });
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message=x');
    return git('rev-parse', 'HEAD').trim();
  };
  write('package.json', JSON.stringify({ name: 'p', type: 'module' }));
  write('src/twice.js', 'export const twice = (n) => n * 2;\n');
  write('test/twice.test.js', testOf('twice', '4'));
  for (let n = 0; n < otherTests; n++) write(`test/other-${n}.test.js`, testOf('twice', '4'));
  git('init', '--quiet');
  const base = commit();
  write('src/thrice.js', 'export const thrice = (n) => n * 3;\n');
  write('test/thrice.test.js', testOf('thrice', '6'));
  write('test/twice.test.js', `${testOf('twice', '4')}\ntest('twice zero', () => assert.equal(twice(0), 0));\n`);
  return { repo, base, change: commit() };
}

export async function measureProof(folder: string): Promise<readonly BenchRow[]> {
  const { repo, base, change } = createChange(folder);
  const [proofs, runs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    runs.push(await timed(async () => runTests(repo)));
    proofs.push(await timed(() => proveOnce(repo, base, change)));
  }
  return [timeRow('a proof / one run of the tests concerned', least(proofs), least(runs), bar)];
}

const runTests = (repo: string) =>
  execFileSync(process.execPath, ['--test', 'test/thrice.test.js', 'test/twice.test.js'], { cwd: repo });

async function proveOnce(repo: string, base: string, change: string): Promise<void> {
  const { result } = await driveProof(repo, {
    path: '.',
    base,
    change,
    checks: ['node --test'],
    given: [],
    checkTimeoutMs: 60_000,
    trust: { witness: 'ask', mutants: { count: 0, budgetMs: 0, leastKilled: 0 } },
  });
  if (result.at !== 'proved') throw new Error(JSON.stringify(result));
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

const least = (times: readonly number[]) => Math.min(...times);
