/** Tests that the user's own files are kept before an agent works, and can be restored by the printed command. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../../git/scratch.ts';
import { readForeignFiles } from '../foreign-files.ts';
import { type Checkout, checkout, unwrapOutcome } from '../scratch.ts';
import { performCompareUserFiles } from './compare.ts';
import { copyUserFiles } from './copies.ts';
import { withIgnoredFiles } from './foreign.ts';
import { performKeepUserFiles } from './keep.ts';

afterAll(clearScratch);

const keep = (repo: Checkout, hasGit = true, interrupted = false) =>
  unwrapOutcome(performKeepUserFiles(repo.contextFor('1/kept', interrupted), { hasGit }));

async function setUp() {
  const repo = checkout();
  repo.write('.gitignore', 'ignored/\n.env\nnode_modules/\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'ignore');
  repo.write('readme.md', 'dirty\n');
  repo.write('한 글/un tracked.txt', 'untracked\n');
  repo.write('.env', 'KEY=1\n');
  repo.write('ignored/deep/data.bin', 'data\n');
  repo.write('node_modules/x/index.js', 'x\n');
  const foreign = await readForeignFiles(repo.root);
  return { repo, foreign };
}

/** The state dir of a test is outside the checkout. */
const runFolder = (repo: Checkout) => repo.contextFor('').runFolder;

test('keeps changed and untracked files under a ref, and ignored files as private copies', async () => {
  const { repo } = await setUp();
  const status = repo.git('status', '--porcelain');
  const kept = await keep(repo);
  expect(kept).toMatchObject({ ref: 'refs/harness/kept/run-1/1', left: [], leftCount: 0 });
  expect(repo.git('show', `${kept.ref}:readme.md`)).toBe('dirty');
  expect(repo.git('show', `${kept.ref}:한 글/un tracked.txt`)).toBe('untracked');
  const copies = join(repo.root, kept.copies ?? '');
  expect(readFileSync(join(copies, '.env'), 'utf8')).toBe('KEY=1\n');
  expect(statSync(join(copies, '.env')).mode & 0o777).toBe(0o600);
  expect(statSync(copies).mode & 0o777).toBe(0o700);
  expect(existsSync(join(copies, 'ignored/deep/data.bin'))).toBe(true);
  expect(existsSync(join(copies, 'node_modules'))).toBe(false);
  expect(repo.git('ls-tree', '-r', '--name-only', kept.ref ?? '')).not.toMatch(/\.env|data\.bin/);
  expect(repo.git('status', '--porcelain')).toBe(status);
});

test('every overwritten or deleted file is named, and its command restores it', async () => {
  const { repo, foreign } = await setUp();
  const kept = await keep(repo);
  const before = repo.files();
  repo.write('readme.md', 'agent\n');
  repo.write('.env', 'KEY=agent\n');
  rmSync(join(repo.root, '한 글'), { recursive: true });
  rmSync(join(repo.root, 'ignored'), { recursive: true });
  repo.write('src/main.ts', 'work of the agent\n');
  const compare = () =>
    unwrapOutcome(performCompareUserFiles(repo.contextFor('5/t'), { kept, foreign, docsPath: 'docs/x/' }));
  const { files, count } = await compare();
  expect(files.map(({ path, how }) => `${how} ${path}`)).toEqual([
    'changed readme.md',
    'deleted 한 글/un tracked.txt',
    'changed .env',
    'deleted ignored/deep/data.bin',
  ]);
  expect(count).toBe(4);
  for (const { restore } of files) execFileSync('sh', ['-c', restore], { cwd: repo.root });
  expect(await compare()).toEqual({ files: [], count: 0 });
  const after = repo.files();
  for (const path of ['readme.md', '한 글/un tracked.txt', 'ignored/deep/data.bin'])
    expect(after[path]?.split(' ')[1]).toBe(before[path]?.split(' ')[1]);
  expect(repo.read('src/main.ts')).toBe('work of the agent\n');
});

test('files of submodules and ignored files of nested repositories are copied, named and restored', async () => {
  const repo = checkout();
  const inner = submoduleOf(checkout({ name: 'deep' }).root, 'deeper', checkout({ name: 'deepest' }).root);
  submoduleOf(repo.root, 'mod', inner);
  execFileSync('git', ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init', '--recursive'], {
    cwd: repo.root,
  });
  execFileSync('git', ['init', '--quiet', join(repo.root, 'nested')]);
  execFileSync('git', ['-C', join(repo.root, 'mod'), 'update-index', '--assume-unchanged', 'src/main.ts']);
  const theirs = [
    'mod/readme.md',
    'mod/src/main.ts',
    'mod/한 글.txt',
    'mod/.env',
    'mod/deeper/readme.md',
    'nested/.env',
  ];
  repo.write('nested/.gitignore', '.env\n');
  for (const path of theirs) repo.write(path, `mine ${path}\n`);
  repo.write('.git/modules/mod/info/exclude', '.env\n');
  repo.write('mod/node_modules/x.js', 'x\n');
  const kept = await keep(repo);
  for (const path of theirs) repo.write(path, 'agent\n');
  rmSync(join(repo.root, 'mod/한 글.txt'));
  const compare = () =>
    unwrapOutcome(performCompareUserFiles(repo.contextFor('5/t'), { kept, foreign: [], docsPath: 'docs/x/' }));
  const { files } = await compare();
  expect(files.map(({ path }) => path).sort()).toEqual([...theirs].sort());
  for (const { restore } of files) execFileSync('sh', ['-c', restore], { cwd: repo.root });
  expect(await compare()).toEqual({ files: [], count: 0 });
  for (const path of theirs) expect(repo.read(path)).toBe(`mine ${path}\n`);
});

test('git never runs with the settings of a submodule that an agent can write; all its files are copied', async () => {
  const repo = checkout();
  submoduleOf(repo.root, 'mod', checkout({ name: 'inner' }).root);
  rmSync(join(repo.root, 'mod/.git'));
  renameSync(join(repo.root, '.git/modules/mod'), join(repo.root, 'mod/.git'));
  const kept = await keep(repo);
  expect(readFileSync(join(repo.root, kept.copies ?? '', 'mod/readme.md'), 'utf8')).not.toBe('');
});

/** Adds a submodule and commits it. Returns the outer repository. */
function submoduleOf(outer: string, folder: string, inner: string): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'user.name=t', '-c', 'user.email=t@x', ...args], {
      cwd: outer,
    });
  git('submodule', '--quiet', 'add', inner, folder);
  git('commit', '--quiet', '-m', 'submodule');
  return outer;
}

test('a clean checkout without ignored files needs neither a ref nor copies', async () => {
  const repo = checkout();
  expect(await keep(repo)).toMatchObject({ ref: null, commit: null, copies: null });
  expect(repo.refs('refs/harness/kept')).toEqual([]);
});

test('a second try after a crash keeps nothing twice, and does not take newer files', async () => {
  const { repo } = await setUp();
  const first = await keep(repo);
  expect(await keep(repo, true, true)).toEqual(first);
  repo.write('.env', 'KEY=agent\n');
  const again = await keep(repo, true, true);
  expect(readFileSync(join(repo.root, again.copies ?? '', '.env'), 'utf8')).toBe('KEY=1\n');
  expect(repo.refs('refs/harness/kept')).toHaveLength(1);
});

test('without git all files are copied', async () => {
  const repo = checkout({ git: false });
  repo.write('essay.md', 'mine\n');
  const { ref, copies } = await keep(repo, false);
  expect(ref).toBeNull();
  expect(readFileSync(join(repo.root, copies ?? '', 'essay.md'), 'utf8')).toBe('mine\n');
});

test('files beyond a limit are named; links and programs are copied as they are, and unreadable files are skipped', async () => {
  const repo = checkout();
  repo.write('large', 'x'.repeat(100));
  repo.write('small', 'x');
  repo.write('tool', 'x');
  chmodSync(join(repo.root, 'tool'), 0o755);
  symlinkSync('/etc/passwd', join(repo.root, 'link'));
  const limits = { fileBytes: 50, totalBytes: 1_000, files: 3 };
  const paths = ['large', 'link', 'small', 'tool', 'readme.md', 'missing'];
  const list = await copyUserFiles(repo.root, runFolder(repo), paths, limits);
  expect(list.copied.map(({ path }) => path)).toEqual(['link', 'small', 'tool']);
  expect(list.left).toEqual(['large', 'readme.md']);
  expect(statSync(join(runFolder(repo), 'user-files/copies/tool')).mode & 0o777).toBe(0o700);
});

test('a file that the run stops ignoring is still foreign', async () => {
  const { repo } = await setUp();
  const kept = await keep(repo);
  const { foreign } = await withIgnoredFiles({ repo: repo.root }, { foreign: ['a'], copies: kept.copies ?? '' });
  expect(foreign).toEqual(['a', '.env', 'ignored/deep/data.bin']);
});
