import { chmodSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SurveyArgs } from '@harness/core/effects/checkout';
import { afterAll, expect, test } from 'vitest';
import { readArtifact } from '../artifact/store.ts';
import { clearScratch } from '../git/scratch.ts';
import { performPrepareSession } from './prepare.ts';
import { type Checkout, checkout, unwrapOutcome } from './scratch.ts';
import { performSurveyChange } from './survey.ts';

afterAll(clearScratch);

const docsPath = 'docs/harness/x/';

async function survey(repo: Checkout, args: Partial<SurveyArgs> = {}) {
  const hasGit = args.hasGit ?? true;
  const base = hasGit && args.base === undefined ? repo.git('rev-parse', 'HEAD') : null;
  const all = { base, hasGit, manifest: null, docsPath, scope: [], foreign: [], checks: [], ...args };
  const seen = await unwrapOutcome(performSurveyChange(repo.contextFor('5/s'), all));
  return { ...seen, changed: readArtifact(repo.contextFor('').runFolder, seen.changed, 1e6) };
}

test('W-126 lists every changed, new, renamed and deleted file once, sorted, whatever its name', async () => {
  const repo = checkout();
  repo.write('readme.md', 'changed\n');
  repo.write('-dash', 'new');
  repo.write('src/한 글.ts', 'new');
  rmSync(join(repo.root, '.gitignore'));
  repo.write('ignored/x', 'x');
  repo.git('mv', 'src/main.ts', 'src/moved.ts');
  repo.write(`${docsPath}changes.md`, 'x');
  repo.write('.harness/generator/plan.md', 'x');
  const status = repo.git('status', '--porcelain');
  const paths = ['-dash', '.gitignore', 'ignored/x', 'readme.md', 'src/main.ts', 'src/moved.ts', 'src/한 글.ts'];
  expect(await survey(repo)).toMatchObject({
    changed: `${paths.join('\n')}\n`,
    count: 7,
    outsideCount: 0,
    changes: true,
  });
  expect(repo.git('status', '--porcelain')).toBe(status);
});

test('omits ignored files, foreign files and changes that were undone', async () => {
  const repo = checkout();
  repo.write('theirs.txt', 'x');
  repo.write('data/1.csv', 'x');
  repo.write('ignored/x', 'x');
  repo.write('readme.md', 'theirs\n');
  repo.write('src/main.ts', 'export {};\n');
  const foreign = ['theirs.txt', 'data/', 'readme.md'];
  expect(await survey(repo, { foreign })).toMatchObject({ changed: '', count: 0, changes: false });
});

test('lists files that were committed, staged, hidden from git or made executable', async () => {
  const repo = checkout();
  const base = repo.git('rev-parse', 'HEAD');
  repo.write('committed.ts', 'x');
  repo.git('add', 'committed.ts');
  repo.git('commit', '--quiet', '-m', 'by an agent');
  repo.git('update-index', '--assume-unchanged', 'readme.md');
  repo.write('readme.md', 'hidden');
  chmodSync(join(repo.root, 'src/main.ts'), 0o755);
  expect((await survey(repo, { base })).changed).toBe('committed.ts\nreadme.md\nsrc/main.ts\n');
});

test('lists the files of a nested repository, unless it existed before', async () => {
  const repo = checkout();
  for (const name of ['theirs', 'theirs-not']) {
    repo.write(`${name}/x`, 'x');
    repo.gitIn(name, 'init', '--quiet');
  }
  expect((await survey(repo, { foreign: ['theirs/'] })).changed).toBe('theirs-not/x\n');
});

test('works during an unfinished merge of the user', async () => {
  const repo = checkout();
  repo.git('checkout', '--quiet', '-b', 'side');
  repo.write('readme.md', 'side\n');
  repo.git('commit', '--quiet', '-am', 'side');
  repo.git('checkout', '--quiet', 'main');
  repo.write('readme.md', 'main\n');
  repo.git('commit', '--quiet', '-am', 'main');
  expect(() => repo.git('merge', '--quiet', 'side')).toThrow();
  repo.write('new.ts', 'x');
  expect((await survey(repo, { foreign: ['readme.md'] })).changed).toBe('new.ts\n');
  expect(repo.git('status', '--porcelain')).toContain('UU readme.md');
});

test('ignores changes inside a submodule whose commit is unchanged', async () => {
  const repo = checkout();
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.root, 'lib');
  repo.git('commit', '--quiet', '-m', 'lib');
  repo.write('lib/dirty.txt', 'x');
  expect((await survey(repo)).changed).toBe('');
  expect(repo.read('lib/dirty.txt')).toBe('x');
});

test('W-160 names the first files outside the scope, and counts all', async () => {
  const repo = checkout();
  repo.write('src/in.ts', 'x');
  repo.write('srcs/out.ts', 'x');
  for (let n = 0; n < 25; n++) repo.write(`out/${n}.ts`, 'x');
  const { outside, outsideCount, count } = await survey(repo, { scope: ['src/', 'readme.md'] });
  expect([outside.length, outsideCount, count]).toEqual([20, 26, 27]);
  expect(outside).not.toContain('src/in.ts');
});

const unit = "test('a', () => {\n  expect(1).toBe(1);\n});\n";

test.each([true, false])('reports weakened tests of the base (git: %s)', async (hasGit) => {
  const repo = checkout({ git: hasGit });
  repo.write('a.test.js', unit);
  repo.write('b.test.js', unit);
  repo.write('theirs.test.js', unit);
  repo.write('check.sh', 'exit 1');
  if (hasGit) {
    repo.git('add', '.');
    repo.git('commit', '--quiet', '-m', 'tests');
  }
  const { manifest } = await unwrapOutcome(performPrepareSession(repo.contextFor('0/p'), { docsPath, hasGit }));
  rmSync(join(repo.root, 'a.test.js'));
  rmSync(join(repo.root, 'theirs.test.js'));
  repo.write('b.test.js', unit.replace('test(', 'test.skip('));
  repo.write('check.sh', 'exit 0');
  const { weakened } = await survey(repo, { hasGit, manifest, checks: ['./check.sh'], foreign: ['theirs.test.js'] });
  expect(weakened.map(({ file, how }) => `${file} ${how}`)).toEqual([
    'a.test.js deleted',
    'b.test.js skipped',
    'check.sh command',
  ]);
});

test('without git, lists the differences from the manifest', async () => {
  const repo = checkout({ git: false });
  for (const name of ['same', 'changed', 'gone', '한 글']) repo.write(name, name);
  symlinkSync('same', join(repo.root, 'link'));
  const { manifest } = await unwrapOutcome(performPrepareSession(repo.contextFor('0/p'), { docsPath, hasGit: false }));
  repo.write('changed', 'changeD');
  rmSync(join(repo.root, 'gone'));
  renameSync(join(repo.root, '한 글'), join(repo.root, '다른 글'));
  repo.write('node_modules/x.js', 'x');
  repo.write(`${docsPath}changes.md`, 'x');
  rmSync(join(repo.root, 'link'));
  symlinkSync('changed', join(repo.root, 'link'));
  expect(await survey(repo, { hasGit: false, manifest })).toMatchObject({
    changed: 'changed\ngone\nlink\n다른 글\n한 글\n',
    count: 5,
    changes: true,
  });
});

test('in a repository without a commit, everything of the run is new', async () => {
  const repo = checkout();
  rmSync(join(repo.root, '.git'), { recursive: true });
  repo.git('init', '--quiet');
  expect((await survey(repo, { base: null, foreign: ['readme.md'] })).changed).toBe('.gitignore\nsrc/main.ts\n');
});
