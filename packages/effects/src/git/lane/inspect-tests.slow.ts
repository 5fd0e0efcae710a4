import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { fail } from '@harness/core/failure/failure';
import { afterAll, expect, test } from 'vitest';
import { toGitOutcome } from '../git-outcome.ts';
import { clearScratch, openTestLane, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performInspectTests } from './inspect-tests.ts';

afterAll(clearScratch);

const unit = "test('a', () => { expect(1).toBe(1); });\ntest('b', () => { expect(2).toBe(2); });\n";
const manifest = (test: string) => `${JSON.stringify({ scripts: { test } }, null, 2)}\n`;

/** A repository with tests, and a lane. */
async function withTests() {
  const repo = scratch();
  repo.write('src/a.test.js', unit);
  repo.write('test/한 글 b.test.js', unit.replaceAll('1', '3'));
  repo.write('package.json', manifest('node --test'));
  repo.write('tsconfig.json', '{}');
  repo.git('add', '.');
  repo.git('commit', '--quiet', '-m', 'tests');
  const lane = await openTestLane(repo.work());
  return { repo, lane, at: (path: string) => join(repo.root, lane.path, path) };
}

async function inspected(repo: Scratch, lane: Lane, checks = ['npm test']) {
  const saved = await performCheckpoint(repo.work(), { lane });
  if (!saved.ok) throw new Error(saved.failure.code);
  const outcome = await performInspectTests(repo.work(), { lane, checkpoint: saved.value.commit, checks });
  if (!outcome.ok) throw new Error(outcome.failure.code);
  return { touched: saved.value.touched, weakened: outcome.value.weakened.map(({ file, how }) => `${file} ${how}`) };
}

test.concurrent('new files weaken no test', async () => {
  const { repo, lane } = await withTests();
  repo.write(`${lane.path}/src/c.test.js`, unit);
  expect(await inspected(repo, lane)).toEqual({ touched: 1, weakened: [] });
});

test.concurrent('an extended test and a changed source file weaken nothing', async () => {
  const { repo, lane } = await withTests();
  repo.write(`${lane.path}/src/a.test.js`, unit + unit);
  repo.write(`${lane.path}/src/main.ts`, 'changed');
  expect(await inspected(repo, lane)).toEqual({ touched: 2, weakened: [] });
});

test.concurrent('reports deleted, emptied and loosened tests by their real names', async () => {
  const { repo, lane, at } = await withTests();
  rmSync(at('test'), { recursive: true });
  repo.write(`${lane.path}/src/a.test.js`, '');
  repo.write(`${lane.path}/package.json`, manifest('true'));
  expect((await inspected(repo, lane)).weakened).toEqual([
    'package.json script',
    'src/a.test.js fewer-tests',
    'test/한 글 b.test.js deleted',
  ]);
});

test.concurrent('follows a moved test; a test that became another file or a link counts as deleted', async () => {
  const { repo, lane, at } = await withTests();
  const move = (from: string, to: string) => {
    mkdirSync(dirname(at(to)), { recursive: true });
    renameSync(at(from), at(to));
  };
  move('src/a.test.js', 'src/deep/a.test.js');
  expect((await inspected(repo, lane)).weakened).toEqual([]);
  move('src/deep/a.test.js', 'src/a.txt');
  expect((await inspected(repo, lane)).weakened).toEqual(['src/a.test.js moved']);
  move('src/a.txt', 'src/a.test.js');
  rmSync(at('test/한 글 b.test.js'));
  symlinkSync('../src/a.test.js', at('test/한 글 b.test.js'));
  expect((await inspected(repo, lane)).weakened).toEqual(['test/한 글 b.test.js deleted']);
});

test.concurrent('reports a new configuration of the test runner, also if no file of the base is touched', async () => {
  const { repo, lane } = await withTests();
  repo.write(`${lane.path}/vitest.config.ts`, 'export default {};');
  expect(await inspected(repo, lane)).toEqual({ touched: 1, weakened: [] }); // npm test is node --test here
  expect(await inspected(repo, lane, ['npx vitest run'])).toEqual({
    touched: 1,
    weakened: ['vitest.config.ts configuration'],
  });
});

test.concurrent('resolves check commands from the base, not from the change', async () => {
  const { repo, lane } = await withTests();
  repo.write(`${lane.path}/package.json`, manifest('vitest run'));
  repo.write(`${lane.path}/vitest.config.ts`, 'export default {};');
  expect((await inspected(repo, lane)).weakened).toEqual(['package.json script']);
});

test.concurrent('reports a changed configuration of the base; one that became a link counts as deleted', async () => {
  const { repo, lane, at } = await withTests();
  repo.write(`${lane.path}/tsconfig.json`, '{ "exclude": ["**"] }');
  expect((await inspected(repo, lane)).weakened).toEqual(['tsconfig.json configuration']);
  rmSync(at('tsconfig.json'));
  symlinkSync('package.json', at('tsconfig.json'));
  expect((await inspected(repo, lane)).weakened).toEqual(['tsconfig.json configuration']);
});

test.concurrent('a test that was deleted and restored is unchanged', async () => {
  const { repo, lane, at } = await withTests();
  rmSync(at('src/a.test.js'));
  expect((await inspected(repo, lane)).weakened).toEqual(['src/a.test.js deleted']);
  repo.write(`${lane.path}/src/a.test.js`, unit);
  expect(await inspected(repo, lane)).toEqual({ touched: 0, weakened: [] });
});

test.concurrent('a missing checkpoint is a failure', async () => {
  const { repo, lane } = await withTests();
  const outcome = toGitOutcome('inspect-tests', repo.root, () =>
    performInspectTests(repo.work(), { lane, checkpoint: 'no-such-commit', checks: [] }),
  );
  expect(await outcome).toMatchObject(fail('git.failed', { op: 'inspect-tests', detail: expect.any(String) as never }));
});
