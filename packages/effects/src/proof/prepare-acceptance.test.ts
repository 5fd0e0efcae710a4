import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../git/scratch.ts';
import { performPrepareAcceptance } from './prepare-acceptance.ts';

afterAll(clearScratch);

const nodeTest = (body: string) => `import { test } from 'node:test';\nimport assert from 'node:assert';\n${body}\n`;
const right = nodeTest("test('adds', () => assert.equal(add(1), 2));");

/** The answer about what `write` leaves in a repository with a module and its test. */
async function prepare(write: (repo: Scratch) => void, checks: readonly string[] = ['npm test']) {
  const repo = scratch();
  const commit = () => {
    repo.git('add', '--all');
    repo.git('-c', 'user.name=u', '-c', 'user.email=u@example.org', 'commit', '--quiet', '--message=x');
    return repo.git('rev-parse', 'HEAD');
  };
  repo.write('package.json', '{"scripts":{"test":"eslint . && node --test"}}');
  repo.write('src/old.test.js', nodeTest("test('old', () => assert.equal(1, 1));"));
  const base = commit();
  write(repo);
  const work = {
    repo: repo.root,
    common: join(repo.root, '.git'),
    key: 'k',
    runFolder: join(repo.root, '..', 'run'),
    environment: process.env,
    signal: new AbortController().signal,
  };
  const outcome = await performPrepareAcceptance(work, { base, change: commit(), checks });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  const { run, problems, ...files } = outcome.value;
  const tree = run === null ? [] : repo.git('ls-tree', '-r', '--name-only', run.commit).split('\n');
  return { ...files, problems, tree, command: run?.command };
}

test('new tests and what supports them run without the other tests, and without linters', async () => {
  const { files, tests, problems, tree, command } = await prepare((repo) => {
    repo.write('src/add.test.js', right);
    repo.write('test/fixtures/one.json', '1');
  });
  expect({ files, tests, problems }).toEqual({
    files: ['src/add.test.js', 'test/fixtures/one.json'],
    tests: ['src/add.test.js'],
    problems: [],
  });
  expect(tree).toContain('src/add.test.js');
  expect(tree).not.toContain('src/old.test.js');
  expect(command).toContain('node --test');
  expect(command).not.toContain('eslint');
});

test.each<[string, (repo: Scratch) => void, readonly string[]]>([
  ['an edited test', (repo) => repo.write('src/old.test.js', right), ['no-test', 'other-files']],
  ['a deleted test', (repo) => rmSync(join(repo.root, 'src/old.test.js')), ['no-test', 'other-files']],
  ['code of the product', (repo) => repo.write('src/add.js', 'export const add = 1;'), ['no-test', 'other-files']],
  ['a link', (repo) => symlinkSync('old.test.js', join(repo.root, 'src/add.test.js')), ['no-test', 'other-files']],
  ['a syntax error', (repo) => repo.write('src/add.test.js', `${right}}`), ['unreadable']],
  [
    'a syntax error in Python',
    (repo) => repo.write('test_a.py', 'def test_a(:\n    assert add(1) == 2\n'),
    ['unreadable'],
  ],
  ['no assertion', (repo) => repo.write('src/add.test.js', nodeTest("test('adds', () => add(1));")), ['no-assertion']],
])('%s is a problem', async (_, write, codes) => {
  const { problems, files } = await prepare(write);
  expect(problems.map(({ code }) => code)).toEqual(codes);
  expect(files).toEqual([]);
});

test('without a check that runs tests they cannot run', async () => {
  const { problems } = await prepare((repo) => repo.write('src/add.test.js', right), ['npm run lint']);
  expect(problems.map(({ code }) => code)).toEqual(['not-run']);
});
