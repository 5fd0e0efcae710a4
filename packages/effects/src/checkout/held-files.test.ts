/** Tests files of the run that an agent must not change: they are written once, and restored after each agent. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldFiles } from '@harness/core/effects/git';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { requireGit } from './context.ts';
import { performHoldFiles, restoreHeldFiles } from './held-files.ts';
import { type Checkout, checkout, unwrapOutcome } from './scratch.ts';

afterAll(clearScratch);

const file = 'tests/new.test.js';

/** The commit of another role, which added one file. */
function held(repo: Checkout): { base: string; holds: HeldFiles } {
  const base = repo.git('rev-parse', 'HEAD');
  repo.write(file, 'right\n');
  repo.git('add', file);
  const commit = repo.git('commit-tree', repo.git('write-tree'), '-p', base, '-m', 'tests');
  repo.git('reset', '--quiet');
  rmSync(join(repo.root, 'tests'), { recursive: true });
  return { base, holds: { commit, files: [file] } };
}

const place = (repo: Checkout, of: ReturnType<typeof held>, foreign: readonly string[] = []) =>
  unwrapOutcome(performHoldFiles(repo.contextFor('3/placed'), { ...of, foreign, docsPath: 'docs/harness/x/' }));

async function restore(repo: Checkout, of: ReturnType<typeof held>): Promise<readonly string[]> {
  const reported: string[] = [];
  const work = await requireGit(repo.contextFor('4/survey'));
  const restored = async (files: readonly string[]) => void reported.push(...files);
  await restoreHeldFiles({ ...work, restored }, { ...of, foreign: [], docsPath: 'docs/harness/x/' });
  return reported;
}

const keptTexts = (repo: Checkout) =>
  repo.refs('refs/harness/kept').map((ref) => repo.git('cat-file', '-p', `${ref}:${file}`));

describe('F1 placing', () => {
  test('writes the file beside the files of the user, and again changes nothing', async () => {
    const repo = checkout();
    repo.write('mine.txt', 'mine\n');
    const of = held(repo);
    await place(repo, of, ['mine.txt']);
    const before = repo.files();
    await place(repo, of, ['mine.txt']);
    expect([repo.files(), repo.read(file), repo.read('mine.txt')]).toEqual([before, 'right\n', 'mine\n']);
    expect(repo.git('diff', '--cached', '--name-only')).toBe('');
  });

  test.each<[string, readonly string[], string]>([
    ['a changed file', [file], 'these paths belong to your own uncommitted files: tests/new.test.js'],
    ['a folder of changed files', ['tests/'], 'these paths belong to your own uncommitted files: tests/new.test.js'],
    ['an ignored file', [], 'these files are not tracked by git and would be overwritten: tests/new.test.js'],
  ])('refuses %s of the user at its path, and touches nothing', async (_, foreign, why) => {
    const repo = checkout();
    const of = held(repo);
    if (foreign.length === 0) repo.write('.gitignore', 'tests/\n');
    repo.write(file, 'mine\n');
    const before = repo.files();
    await expect(place(repo, of, foreign)).rejects.toThrow(why);
    expect(repo.files()).toEqual(before);
  });

  test('removes files that are gone, also ignored ones, and keeps them under a ref', async () => {
    const repo = checkout();
    const of = held(repo);
    await place(repo, of);
    repo.write('.gitignore', 'tests/\n');
    await place(repo, { ...of, holds: { commit: of.base, files: [], gone: [file] } });
    expect(repo.files()).not.toHaveProperty(file);
    expect(keptTexts(repo)).toEqual(['right']);
  });
});

describe('F2, F3 restoring', () => {
  test.each<[string, (repo: Checkout) => void, readonly string[]]>([
    ['edited', (repo) => repo.write(file, 'wrong\n'), ['wrong']],
    ['deleted', (repo) => rmSync(join(repo.root, file)), []],
    [
      'ignored and edited',
      (repo) => {
        repo.write('.gitignore', 'tests/\n');
        repo.write(file, 'wrong\n');
      },
      ['wrong'],
    ],
    [
      'behind a link to a folder outside',
      (repo) => {
        rmSync(join(repo.root, 'tests'), { recursive: true });
        mkdirSync(join(repo.home, 'outside'));
        symlinkSync(join(repo.home, 'outside'), join(repo.root, 'tests'));
      },
      [],
    ],
  ])('a file that was %s is reported, kept and restored, once', async (_, change, kept) => {
    const repo = checkout();
    const of = held(repo);
    await place(repo, of);
    change(repo);
    expect(await restore(repo, of)).toEqual([file]);
    expect(repo.read(file)).toBe('right\n');
    const versions = repo.refs('refs/harness/kept').flatMap((ref) => {
      const has = repo.git('ls-tree', '-r', '--name-only', ref).split('\n').includes(file);
      return has ? [repo.git('cat-file', '-p', `${ref}:${file}`)] : [];
    });
    expect(versions).toEqual(kept);
    expect(await restore(repo, of)).toEqual([]);
  });
});
