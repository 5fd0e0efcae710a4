/** Tests features that are built one after another in the user's checkout. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { readForeignFiles, readIgnoredFiles } from './foreign-files.ts';
import { performOpenCheckout, performSaveCheckout, performSyncCheckout } from './lane.ts';
import { performPublishCheckout } from './publish.ts';
import { type Checkout, checkout, unwrapOutcome } from './scratch.ts';

afterAll(clearScratch);

const open = (repo: Checkout, more: Partial<Parameters<typeof performOpenCheckout>[1]> = {}) =>
  unwrapOutcome(
    performOpenCheckout(repo.contextFor('1/lane'), { base: 'main', saved: null, stays: false, foreign: [], ...more }),
  );
const save = async (repo: Checkout, lane: Lane, foreign: readonly string[] = []) =>
  (await unwrapOutcome(performSaveCheckout(repo.contextFor('2/saved'), { lane, foreign }))).commit;
const land = (repo: Checkout, lane: Lane, checkpoint: string, as: 'commit' | 'merge' = 'commit', key = '6/done') =>
  unwrapOutcome(performPublishCheckout(repo.contextFor(key), { lane, checkpoint, message: 'F-1: it', as }));
const subjects = (repo: Checkout) => repo.git('log', '--topo-order', '--format=%s', 'main').split('\n');

describe('D1, D2, D3 a feature that passed', () => {
  test('M-25 becomes one commit on the branch of the checkout; the index follows', async () => {
    const repo = checkout();
    const lane = await open(repo);
    repo.write('new.txt', 'new\n');
    rmSync(join(repo.root, 'readme.md'));
    const landed = await land(repo, lane, await save(repo, lane));
    expect(landed).toMatchObject({ is: 'published', commit: repo.git('rev-parse', 'main') });
    expect([subjects(repo)[0], repo.git('rev-parse', 'main^@')]).toEqual(['F-1: it', lane.base]);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('or, with its own branch, becomes a change and a merge commit', async () => {
    const repo = checkout();
    const lane = await open(repo);
    repo.write('new.txt', 'new\n');
    await land(repo, lane, await save(repo, lane), 'merge');
    expect(subjects(repo).slice(0, 2)).toEqual(['Merge F-1: it', 'F-1: it']);
    expect([repo.git('rev-parse', 'main^1'), repo.git('status', '--porcelain')]).toEqual([lane.base, '']);
  });

  test('lands once: a second try finds the first commit', async () => {
    const repo = checkout();
    const lane = await open(repo);
    repo.write('new.txt', 'new\n');
    const saved = await save(repo, lane);
    const first = await land(repo, lane, saved);
    expect(await land(repo, lane, saved)).toEqual(first);
    expect(repo.git('rev-list', '--count', `${lane.base}..main`)).toBe('1');
  });

  test('is saved again on top of new commits, and never lands on a branch that the checkout left', async () => {
    const repo = checkout();
    const lane = await open(repo);
    repo.write('new.txt', 'new\n');
    const saved = await save(repo, lane);
    repo.write('mine.txt', 'mine\n');
    repo.git('add', 'mine.txt');
    repo.git('commit', '--quiet', '--message=Mine');
    expect(await land(repo, lane, saved)).toEqual({ is: 'base-moved' });
    const synced = await unwrapOutcome(performSyncCheckout(repo.contextFor('5/synced'), { lane, foreign: [] }));
    if (synced.is !== 'brought') throw new Error(synced.is);
    repo.git('switch', '--quiet', '--create', 'elsewhere');
    await expect(land(repo, synced.lane, synced.checkpoint)).rejects.toThrow('git.branch-moved');
    repo.git('switch', '--quiet', 'main');
    await land(repo, synced.lane, synced.checkpoint);
    expect(subjects(repo).slice(0, 2)).toEqual(['F-1: it', 'Mine']);
  });
});

describe('the change of an interrupted worker', () => {
  const compare = async (repo: Checkout, lane: Lane, before: string) =>
    (await unwrapOutcome(performSaveCheckout(repo.contextFor('4/saved'), { lane, foreign: [], before }))).isUnchanged;

  test('is empty if the files are those of the opened checkout, also on a branch that moved', async () => {
    const repo = checkout();
    const first = await open(repo);
    expect([first.files, await compare(repo, first, first.base)]).toEqual([undefined, true]);
    repo.write('new.txt', 'new\n');
    expect(await compare(repo, first, first.base)).toBeUndefined();
    const saved = { base: first.base, checkpoint: await save(repo, first) };
    expect((await open(repo, { saved, stays: true })).files).toBeUndefined();
    repo.write('mine.txt', 'mine\n');
    repo.git('add', 'mine.txt');
    repo.git('commit', '--quiet', '--message=Mine');
    for (const stays of [true, false]) {
      const { files = '', ...lane } = await open(repo, { saved, stays });
      expect(repo.git('show', `${files}:new.txt`)).toBe('new');
      expect(await compare(repo, lane, files)).toBe(true);
    }
  });
});

describe('H1, H2 files in the checkout', () => {
  test('of the user are neither saved nor committed nor removed', async () => {
    const repo = checkout();
    repo.write('readme.md', 'mine\n');
    repo.write('notes.txt', 'mine too\n');
    const foreign = ['readme.md', 'notes.txt'];
    const lane = await open(repo, { foreign });
    repo.write('new.txt', 'new\n');
    const saved = await save(repo, lane, foreign);
    await open(repo, { foreign });
    expect([repo.read('readme.md'), repo.read('notes.txt'), existsSync(join(repo.root, 'new.txt'))]).toEqual([
      ...['mine\n', 'mine too\n', false],
    ]);
    await open(repo, { foreign, saved: { base: lane.base, checkpoint: saved } });
    await land(repo, lane, saved);
    expect(repo.git('show', '--format=', '--name-only', 'main')).toBe('new.txt');
    expect(repo.git('status', '--porcelain').split('\n')).toEqual([' M readme.md', '?? notes.txt']);
  });

  test('M-28 of an unfinished feature stay; files of another feature are kept under a ref and come back with it', async () => {
    const repo = checkout();
    const lane = await open(repo);
    repo.write('one.txt', 'half\n');
    const saved = { base: lane.base, checkpoint: await save(repo, lane) };
    repo.write('one.txt', 'more, never saved\n');
    await open(repo, { saved, stays: true });
    expect(repo.read('one.txt')).toBe('more, never saved\n');
    const other = await open(repo);
    expect(existsSync(join(repo.root, 'one.txt'))).toBe(false);
    const kept = repo.refs('refs/harness/kept').map((ref) => repo.git('show', `${ref}:one.txt`));
    expect(kept).toEqual(['half', 'more, never saved']);
    repo.write('two.txt', 'two\n');
    await land(repo, other, await save(repo, other));
    await open(repo, { saved });
    expect([repo.read('one.txt'), repo.read('two.txt')]).toEqual(['half\n', 'two\n']);
  });

  test('that conflict with landed work come back with conflict markers, and are reported', async () => {
    const repo = checkout();
    const lane = await open(repo);
    repo.write('both.txt', 'one\n');
    const saved = { base: lane.base, checkpoint: await save(repo, lane) };
    const other = await open(repo);
    repo.write('both.txt', 'two\n');
    await land(repo, other, await save(repo, other), 'commit', '7/done');
    expect(await open(repo, { saved })).toMatchObject({ conflicts: ['both.txt'] });
    expect(repo.read('both.txt')).toMatch(/<<<<<<<[\s\S]*>>>>>>>/);
  });
});

describe('H2, H3 ignored files', () => {
  /** Lists foreign files as a mission does at its start. */
  async function withSecrets() {
    const repo = checkout();
    repo.write('.gitignore', '.env\nnode_modules/\nbuild/\n.harness/\n');
    repo.write('build/tracked.js', 'one\n');
    repo.git('add', '--force', '.gitignore', 'build/tracked.js');
    repo.git('commit', '--quiet', '--message=Ignore');
    repo.write('.env', 'KEY=mine\n');
    repo.write('node_modules/a/index.js', 'mine\n');
    repo.write('build/out.js', 'mine\n');
    repo.write('.harness/state.json', '{}');
    return { repo, foreign: [...(await readForeignFiles(repo.root)), ...(await readIgnoredFiles(repo.root))] };
  }

  test('belong to the user and are listed by folder; they do not make a tree dirty, and `.harness` is not listed', async () => {
    const { repo, foreign } = await withSecrets();
    expect([await readForeignFiles(repo.root), foreign]).toEqual([[], ['.env', 'build/out.js', 'node_modules/']]);
  });

  test('that a worker stops ignoring are neither saved nor published nor removed', async () => {
    const { repo, foreign } = await withSecrets();
    const lane = await open(repo, { foreign });
    repo.write('.gitignore', '');
    repo.write('build/tracked.js', 'two\n');
    const saved = await save(repo, lane, foreign);
    expect(repo.git('diff', '--name-only', lane.base, saved).split('\n')).toEqual(['.gitignore', 'build/tracked.js']);
    await open(repo, { foreign });
    expect(['.env', 'node_modules/a/index.js', 'build/out.js'].map(repo.read)).toEqual([
      'KEY=mine\n',
      'mine\n',
      'mine\n',
    ]);
    expect(repo.read('build/tracked.js')).toBe('one\n');
  });

  test.each(['late', 'late/below', 'a folder'])('that block a restore are reported and stay: %s', async (place) => {
    const repo = checkout();
    const lane = await open(repo);
    const wanted = place === 'late/below' ? 'late/below' : 'late';
    repo.write(wanted, 'of the feature\n');
    const saved = { base: lane.base, checkpoint: await save(repo, lane) };
    const other = await open(repo);
    rmSync(join(repo.root, 'late'), { recursive: true, force: true });
    repo.write('.gitignore', 'late\n');
    await land(repo, other, await save(repo, other));
    const theirs = place === 'a folder' ? 'late/mine' : 'late';
    repo.write(theirs, 'mine\n');
    await expect(open(repo, { saved })).rejects.toThrow(theirs);
    expect(repo.read(theirs)).toBe('mine\n');
    rmSync(join(repo.root, 'late'), { recursive: true });
    await open(repo, { saved });
    await open(repo, { saved }); // a second restore does not block itself
    expect(repo.read(wanted)).toBe('of the feature\n');
  });

  test('a folder that replaced a file is replaced by the file again', async () => {
    const repo = checkout();
    await open(repo);
    rmSync(join(repo.root, 'readme.md'));
    repo.write('readme.md/part.md', 'part\n');
    await open(repo);
    expect(repo.read('readme.md')).toBe('hello\n');
  });
});

test('H2 leaves a moved or removed submodule alone, with its uncommitted files', async () => {
  const repo = checkout();
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.root, 'lib');
  repo.git('commit', '--quiet', '--message=Lib');
  const lane = await open(repo);
  repo.gitIn('lib', 'commit', '--quiet', '--allow-empty', '--message=Moved');
  repo.write('lib/notes.txt', 'not committed\n');
  repo.write('new.txt', 'new\n');
  const saved = { base: lane.base, checkpoint: await save(repo, lane) };
  for (const more of [{}, { saved }]) {
    await open(repo, more);
    expect([repo.read('lib/notes.txt'), repo.read('lib/readme.md')]).toEqual(['not committed\n', 'hello\n']);
    expect(existsSync(join(repo.root, 'new.txt'))).toBe('saved' in more);
  }
  rmSync(join(repo.root, 'lib'), { recursive: true });
  await open(repo);
  expect(existsSync(join(repo.root, 'lib'))).toBe(false);
});
