/** Tests that an unchanged lane needs no new snapshot, and that every change is noticed. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { clearScratch, openTestLane, type Scratch, scratch } from '../scratch.ts';
import type * as starting from '../spawn-program.ts';
import { treeIn } from './snapshot.ts';
import { findWorktree, type Worktree } from './worktree.ts';

const started = vi.hoisted((): string[] => []);

vi.mock('../spawn-program.ts', async (original) => {
  const real = await original<typeof starting>();
  const spawnProgram: typeof real.spawnProgram = (program, args, options) => {
    started.push(args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? '');
    return real.spawnProgram(program, args, options);
  };
  return { ...real, spawnProgram };
});

afterAll(clearScratch);
beforeEach(() => {
  started.length = 0;
});

async function laneIn(repo: Scratch): Promise<{ worktree: Worktree; path: string; look(): Promise<string> }> {
  const work = repo.work();
  const { path, base } = await openTestLane(work);
  const worktree = await findWorktree(work, join(repo.root, path));
  if (worktree === null) throw new Error('there is no lane');
  return { worktree, path, look: () => treeIn(worktree, base) };
}

/** The tree that git computes. Must be the last call in the lane. */
function treeByGit(repo: Scratch, path: string): string {
  repo.gitIn(path, 'add', '--all');
  return repo.gitIn(path, 'write-tree');
}

test('an unchanged lane needs one git call, at its start and after a checkpoint', async () => {
  const repo = scratch();
  const { path, look } = await laneIn(repo);
  const first = await look();
  expect(first).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
  repo.write(`${path}/new.txt`, 'new');
  const saved = await look();
  expect(saved).not.toBe(first);
  // A file that was just written is read again until the clock advances.
  await vi.waitFor(async () => {
    started.length = 0;
    expect(await look()).toBe(saved);
    expect(started).toEqual(['ls-files']);
  }, 20_000);
});

test.each<readonly [what: string, act: (repo: Scratch, path: string) => void]>([
  ['a changed file', (repo, path) => repo.write(`${path}/new.txt`, 'newer')],
  ['a new file', (repo, path) => repo.write(`${path}/more.txt`, 'more')],
  ['a deleted file', (repo, path) => repo.gitIn(path, 'clean', '--quiet', '--force', 'new.txt')],
  ['a newly ignored file', (repo, path) => repo.write(`${path}/.gitignore`, 'ignored/\nnew.txt\n')],
  [
    'an ignored file that the agent added by force',
    (repo, path) => {
      repo.write(`${path}/ignored/kept.txt`, 'kept');
      repo.gitIn(path, 'add', '--force', 'ignored/kept.txt');
    },
  ],
  [
    'a file that is hidden from git',
    (repo, path) => {
      repo.gitIn(path, 'update-index', '--assume-unchanged', 'readme.md');
      repo.write(`${path}/readme.md`, 'behind the back of git');
    },
  ],
  [
    'a file with its old size and time',
    (repo, path) => {
      const file = join(repo.root, path, 'new.txt');
      writeFileSync(file, 'wen');
      utimesSync(file, 1, 1);
    },
  ],
])('notices %s since the last snapshot', async (_, act) => {
  const repo = scratch();
  const lane = await laneIn(repo);
  repo.write(`${lane.path}/new.txt`, 'new');
  utimesSync(join(repo.root, lane.path, 'new.txt'), 1, 1);
  const before = await lane.look();
  act(repo, lane.path);
  const after = await lane.look();
  expect(after).not.toBe(before);
  repo.gitIn(lane.path, 'update-index', '--no-assume-unchanged', 'readme.md');
  expect(after).toBe(treeByGit(repo, lane.path));
});

test('trusts the index of the last snapshot only if it is unchanged', async () => {
  const repo = scratch();
  const { worktree, path, look } = await laneIn(repo);
  repo.write(`${path}/new.txt`, 'new');
  const saved = await look();
  const kept = join(worktree.gitDir, 'harness-last-index');
  writeFileSync(kept, readFileSync(join(worktree.gitDir, 'index')));
  expect(await look()).toBe(saved);
});
