import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitArgs } from '@harness/core/effects/checkout';
import { afterAll, expect, test, vi } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { performOpenBranch } from './branch.ts';
import { performCommitCheckout } from './commit.ts';
import { type Checkout, checkout, unwrapOutcome } from './scratch.ts';
import { performSurveyChange } from './survey.ts';

afterAll(clearScratch);

const docsPath = 'docs/harness/x/';

async function setUp(repo = checkout()): Promise<{ repo: Checkout; args: CommitArgs }> {
  const { branch, base, foreign } = await unwrapOutcome(performOpenBranch(repo.contextFor('1/b'), { slug: 'x' }));
  return { repo, args: { docsPath, docs: 'notes', branch, base, foreign, message: 'Add search' } };
}
const commit = (repo: Checkout, args: CommitArgs, interrupted = false) =>
  unwrapOutcome(performCommitCheckout(repo.contextFor('8/commit', interrupted), args));
const names = (repo: Checkout) =>
  repo.git('show', '--format=', '--name-status', '-z', '--no-renames', 'HEAD').split('\0').filter(Boolean).join(' ');

test('W-144 commits the change of the run on its branch, whatever the file names, and updates the index', async () => {
  const { repo, args } = await setUp();
  repo.write('readme.md', 'changed\n');
  repo.write('-dash', 'new');
  repo.write('한 글.ts', 'new');
  rmSync(join(repo.root, 'src/main.ts'));
  repo.write(`${docsPath}spec.md`, 'x');
  const result = await commit(repo, args);
  expect(result).toEqual({ commit: repo.git('rev-parse', 'harness/x'), unstaged: [] });
  expect(names(repo)).toBe('A -dash M readme.md D src/main.ts A 한 글.ts');
  expect(repo.git('log', '-1', '--format=%an%n%P%n%B')).toBe(
    `Ada\n${args.base}\nAdd search\n\nHarness-Run: run-1\nHarness-Effect: run-1/8/commit\n`,
  );
  expect(repo.git('status', '--porcelain')).toBe('?? docs/');
});

test('does not commit changed or staged files of the user, and leaves them as they are', async () => {
  const repo = checkout();
  repo.write('readme.md', 'staged\n');
  repo.git('add', 'readme.md');
  repo.write('readme.md', 'and more\n');
  repo.write('theirs.txt', 'x');
  repo.git('add', 'theirs.txt');
  repo.write('untracked.txt', 'x');
  const { args } = await setUp(repo);
  repo.write('src/main.ts', 'ours\n');
  await commit(repo, args);
  expect(names(repo)).toBe('M src/main.ts');
  expect(repo.git('status', '--porcelain')).toBe('MM readme.md\nA  theirs.txt\n?? untracked.txt');
  expect(repo.git('show', ':readme.md')).toBe('staged');
});

test('W-144 commits only the notes of the docs folder, also earlier ones', async () => {
  const repo = checkout();
  for (const name of ['qa_notes', 'critic_findings', 'conventions']) repo.write(`${docsPath}${name}.md`, name);
  const { args } = await setUp(repo);
  for (const name of ['spec', 'changes', 'verify_report', 'qa_report']) repo.write(`${docsPath}${name}.md`, name);
  repo.write('.harness/state.json', '{}');
  await commit(repo, args);
  expect(names(repo)).toBe(`A ${docsPath}conventions.md A ${docsPath}critic_findings.md A ${docsPath}qa_notes.md`);
});

test('W-147 commits the whole docs folder if requested, and never .harness', async () => {
  const { repo, args } = await setUp();
  repo.write(`${docsPath}spec.md`, 'x');
  repo.write(`${docsPath}deep/한 글.md`, 'x');
  rmSync(join(repo.root, '.harness/.gitignore'));
  repo.write('.harness/state.json', '{}');
  repo.write('a.ts', 'x');
  expect(await commit(repo, { ...args, docs: 'all' })).toMatchObject({ unstaged: [] });
  expect(names(repo)).toBe(`A a.ts A ${docsPath}deep/한 글.md A ${docsPath}spec.md`);
});

test('W-145 reports a note that cannot be staged with its reason, and commits the rest', async () => {
  const { repo, args } = await setUp();
  repo.write('.git/info/exclude', 'qa_notes.md\n');
  repo.write(`${docsPath}qa_notes.md`, 'x');
  repo.write('elsewhere.md', 'x');
  symlinkSync('../../../elsewhere.md', join(repo.root, `${docsPath}critic_findings.md`));
  repo.write(`${docsPath}conventions.md`, 'x');
  expect((await commit(repo, args)).unstaged).toEqual([
    { file: `${docsPath}qa_notes.md`, reason: 'it is ignored by git' },
    { file: `${docsPath}critic_findings.md`, reason: 'its path contains a link' },
  ]);
  expect(names(repo)).toBe(`A ${docsPath}conventions.md A elsewhere.md`);
});

test('W-145 reports an ignored docs folder once', async () => {
  const { repo, args } = await setUp();
  repo.write('.git/info/exclude', 'docs/\n');
  repo.write(`${docsPath}spec.md`, 'x');
  expect(await commit(repo, { ...args, docs: 'all' })).toEqual({
    commit: null,
    unstaged: [{ file: docsPath, reason: 'it is ignored by git' }],
  });
});

test('makes no commit without a change', async () => {
  const { repo, args } = await setUp();
  expect(await commit(repo, args)).toEqual({ commit: null, unstaged: [] });
  expect(repo.git('rev-parse', 'harness/x')).toBe(args.base);
});

test('commits exactly once: after a crash it finds the commit by its trailer and updates the index', async () => {
  const { repo, args } = await setUp();
  repo.write('a.ts', 'x');
  repo.write('readme.md', 'changed\n');
  const first = await commit(repo, args);
  repo.git('read-tree', String(args.base)); // as if the process had died before the index update
  expect(repo.git('status', '--porcelain')).not.toBe('');
  expect(await commit(repo, args, true)).toEqual(first);
  expect(repo.git('rev-list', '--count', `${args.base}..HEAD`)).toBe('1');
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('after a crash, keeps later commits and staged files of the user', async () => {
  const { repo, args } = await setUp();
  repo.write('a.ts', 'x\n');
  repo.write('b.ts', 'x\n');
  const first = await commit(repo, args);
  repo.git('read-tree', String(args.base)); // as if the process had died before the index update
  repo.write('b.ts', 'by the user\n');
  repo.git('add', 'b.ts');
  expect(await commit(repo, args, true)).toMatchObject({ commit: first.commit });
  expect(repo.git('status', '--porcelain')).toBe('M  b.ts');
  repo.git('commit', '--quiet', '-m', 'by the user');
  expect(await commit(repo, args, true)).toMatchObject({ commit: first.commit });
  expect(repo.git('rev-list', '--count', `${args.base}..HEAD`)).toBe('2');
});

test('does not mistake words of the message for the trailer', async () => {
  const { repo, args } = await setUp();
  repo.write('a.ts', 'x');
  await unwrapOutcome(
    performCommitCheckout(repo.contextFor('other'), { ...args, message: 'x\n\nHarness-Effect: run-1/8/commit' }),
  );
  repo.write('b.ts', 'x');
  expect((await commit(repo, args)).commit).toBe(repo.git('rev-parse', 'HEAD'));
  expect(repo.git('rev-list', '--count', `${args.base}..HEAD`)).toBe('2');
});

test('makes no commit if HEAD has left the branch, but finds an earlier one', async () => {
  const { repo, args } = await setUp();
  repo.write('a.ts', 'x');
  repo.git('checkout', '--quiet', 'main');
  await expect(commit(repo, args)).rejects.toThrow('git.branch-moved {"branch":"harness/x"');
  expect(repo.git('rev-parse', 'main')).toBe(args.base);
  repo.git('checkout', '--quiet', 'harness/x');
  const first = await commit(repo, args);
  repo.git('checkout', '--quiet', 'main');
  expect(await commit(repo, args, true)).toEqual(first);
});

test('keeps a commit of an agent and adds the rest on top', async () => {
  const { repo, args } = await setUp();
  repo.write('agent.ts', 'x');
  repo.git('add', 'agent.ts');
  repo.git('commit', '--quiet', '-m', 'by an agent');
  repo.write('a.ts', 'x');
  await commit(repo, args);
  expect(names(repo)).toBe('A a.ts');
  expect(repo.git('log', '--format=%s', `${args.base}..HEAD`)).toBe('Add search\nby an agent');
});

test('commits a file in place of a folder, and a folder in place of a file', async () => {
  const { repo, args } = await setUp();
  rmSync(join(repo.root, 'src'), { recursive: true });
  repo.write('src', 'a file now');
  rmSync(join(repo.root, 'readme.md'));
  repo.write('readme.md/chapter', 'one');
  await commit(repo, args);
  expect(names(repo)).toBe('D readme.md A readme.md/chapter A src D src/main.ts');
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('makes the first commit of a repository', async () => {
  const repo = checkout();
  rmSync(join(repo.root, '.git'), { recursive: true });
  repo.git('init', '--quiet');
  const { args } = await setUp(repo);
  expect(args.base).toBeNull();
  expect(await commit(repo, args)).toEqual({ commit: null, unstaged: [] });
  repo.write('a.ts', 'x');
  const first = await commit(repo, args);
  expect(names(repo)).toBe('A a.ts');
  expect(await commit(repo, args, true)).toEqual(first);
  expect(repo.git('rev-list', '--count', 'HEAD')).toBe('1');
  expect(repo.git('status', '--porcelain')).toBe('?? .gitignore\n?? readme.md\n?? src/');
});

test('leaves a submodule unchanged', async () => {
  const repo = checkout();
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.root, 'lib');
  repo.git('commit', '--quiet', '-m', 'lib');
  const { args } = await setUp(repo);
  repo.write('lib/readme.md', 'worked on');
  repo.write('a.ts', 'x');
  await commit(repo, args);
  expect(names(repo)).toBe('A a.ts');
  expect(repo.read('lib/readme.md')).toBe('worked on');
});

test('neither commits nor shows a secret of the harness, and keeps the work under a ref', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'a-very-secret-value-123');
  const { repo, args } = await setUp();
  repo.write('한 글.ts', 'const key = "a-very-secret-value-123";\n');
  await expect(commit(repo, args)).rejects.toThrow('secret.in-change {"files":"한 글.ts"}');
  expect(repo.git('rev-parse', 'harness/x')).toBe(args.base);
  expect(repo.git('status', '--porcelain')).toContain('??');
  expect(repo.git('show', 'refs/harness/kept/run-1/1:한 글.ts')).toContain('const key');
  vi.unstubAllEnvs();
});

test('runs no hook, and uses the harness as author if git has none', async () => {
  const repo = checkout();
  vi.stubEnv('HOME', repo.home);
  vi.stubEnv('XDG_CONFIG_HOME', repo.home);
  const { args } = await setUp(repo);
  mkdirSync(join(repo.root, '.git/hooks'), { recursive: true });
  for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'post-checkout', 'reference-transaction']) {
    repo.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${repo.home}/hook-ran'\nexit 1\n`);
    chmodSync(join(repo.root, '.git/hooks', hook), 0o755);
  }
  repo.write('a.ts', 'x');
  await commit(repo, args);
  expect(repo.git('log', '-1', '--format=%an')).toBe('harness');
  expect(existsSync(join(repo.home, 'hook-ran'))).toBe(false);
  vi.unstubAllEnvs();
});

/** Surveys and saves the change, as before a verification. */
async function verified(repo: Checkout, args: CommitArgs): Promise<CommitArgs> {
  const { base, branch, foreign } = args;
  const asked = { base, foreign, docsPath, hasGit: true, manifest: null, scope: [], checks: [], savesOn: branch };
  const { saved } = await unwrapOutcome(performSurveyChange(repo.contextFor('5/s'), asked));
  return { ...args, verified: saved ?? '' };
}

test('commits exactly the verified tree, with the documents that were written after the verification', async () => {
  const { repo, args } = await setUp();
  repo.write('a.ts', 'right\n');
  const saved = await verified(repo, args);
  repo.write(`${docsPath}qa_report.md`, 'PASS');
  expect(await commit(repo, { ...saved, docs: 'all' })).toMatchObject({ unstaged: [] });
  expect(names(repo)).toBe(`A a.ts A ${docsPath}qa_report.md`);
  expect(repo.git('diff', '--name-only', `${saved.verified}`, 'HEAD')).toBe(`${docsPath}qa_report.md`);
  expect(repo.refs('refs/harness/kept')).toEqual(['refs/harness/kept/run-1/1']);
});

test.each([
  ['rewrote a file', (repo: Checkout) => repo.write('a.ts', 'wrong\n'), ['a.ts']],
  ['added a file', (repo: Checkout) => repo.write('b.ts', 'new\n'), ['b.ts']],
  ['removed a file', (repo: Checkout) => rmSync(join(repo.root, 'a.ts')), ['a.ts']],
  ['made a file executable', (repo: Checkout) => chmodSync(join(repo.root, 'a.ts'), 0o755), ['a.ts']],
  ['reset everything', (repo: Checkout) => repo.git('reset', '--hard', '--quiet'), ['a.ts']],
  ['ignored a file', (repo: Checkout) => repo.write('.gitignore', 'a.ts\n'), ['.gitignore']],
])('commits nothing if somebody %s after the verification, and names the files', async (_, act, changed) => {
  const { repo, args } = await setUp();
  repo.write('a.ts', 'right\n');
  repo.git('add', 'a.ts');
  const saved = await verified(repo, args);
  act(repo);
  expect(await commit(repo, saved)).toEqual({ commit: null, unstaged: [], changed });
  expect(repo.git('rev-parse', 'harness/x')).toBe(args.base);
  expect(repo.git('show', `refs/harness/kept/run-1/1:a.ts`)).toBe('right');
});

test('a commit of the user after the verification is not overwritten by the verified tree', async () => {
  const { repo, args } = await setUp();
  repo.write('a.ts', 'right\n');
  const saved = await verified(repo, args);
  repo.write('theirs.ts', 'theirs\n');
  repo.git('add', 'theirs.ts');
  repo.git('commit', '--quiet', '-m', 'theirs');
  expect(await commit(repo, saved)).toMatchObject({ commit: null, changed: ['theirs.ts'] });
  expect(await commit(repo, await verified(repo, args))).toMatchObject({ unstaged: [] });
  expect(names(repo)).toBe('A a.ts');
});

test('commits no program among the documents, because no check has seen it', async () => {
  const { repo, args } = await setUp();
  repo.write(`${docsPath}spec.md`, 'x');
  repo.write(`${docsPath}more.test.js`, 'process.exit(1)');
  symlinkSync('spec.md', join(repo.root, docsPath, 'link.md'));
  const { unstaged } = await commit(repo, { ...args, docs: 'all' });
  expect(unstaged.map(({ file }) => file)).toEqual([`${docsPath}link.md`, `${docsPath}more.test.js`]);
  expect(names(repo)).toBe(`A ${docsPath}spec.md`);
});
