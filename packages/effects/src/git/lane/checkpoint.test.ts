import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { afterAll, expect, test } from 'vitest';
import type { GitContext } from '../context.ts';
import { clearScratch, openTestLane, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';

afterAll(clearScratch);

async function save(work: GitContext, lane: Lane) {
  const outcome = await performCheckpoint(work, { lane });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

const first = 'refs/harness/kept/run-1/1';
const edit = (repo: Scratch, lane: Lane, content = 'changed\n') => repo.write(`${lane.path}/readme.md`, content);

test.concurrent('a checkpoint is a commit under a ref, with its diff as an artifact; the lane stays unchanged', async () => {
  const repo = scratch();
  const work = repo.work();
  const lane = await openTestLane(work);
  edit(repo, lane);
  repo.write(`${lane.path}/two\nlines.bin`, new Uint8Array([0, 1, 2]));
  const before = repo.gitIn(lane.path, 'status', '--porcelain=v2');
  const { commit, changedFiles, diff } = await save(work, lane);
  expect(repo.git('rev-parse', first)).toBe(commit);
  expect(repo.git('rev-parse', `${commit}^`)).toBe(lane.base);
  expect(changedFiles).toBe(2);
  const text = readFileSync(join(work.runFolder, diff.path), 'utf8');
  expect(text).toContain('--- a/readme.md\n+++ b/readme.md\n@@ -1 +1 @@\n-hello\n+changed\n');
  expect(text).toContain('Binary files /dev/null and "b/two\\nlines.bin" differ');
  expect(work.reported).toEqual([first]);
  expect(repo.gitIn(lane.path, 'status', '--porcelain=v2')).toBe(before);
  expect(repo.refs('refs/heads')).toEqual(['refs/heads/harness/add-search', 'refs/heads/main']);
});

test.concurrent('a checkpoint includes files whose names are not UTF-8, also if an agent hid them from git', async () => {
  const repo = scratch();
  const work = repo.work();
  const lane = await openTestLane(work);
  const name = "$(printf '\\377.js')";
  const inLane = (command: string) => execFileSync('sh', ['-c', command], { cwd: join(repo.root, lane.path) });
  inLane(`echo one > "${name}"; git add . && git update-index --assume-unchanged -- "${name}" && echo two > "${name}"`);
  const { commit } = await save(work, lane);
  expect(inLane(`git show "${commit}:${name}"`).toString()).toBe('two\n');
});

test.concurrent('a checkpoint after a review also saves the changes since as a diff of their own', async () => {
  const repo = scratch();
  const work = repo.work();
  const lane = await openTestLane(work);
  edit(repo, lane);
  const { commit } = await save(work, lane);
  repo.write(`${lane.path}/later.md`, 'later\n');
  const outcome = await performCheckpoint(work, { lane, since: commit });
  const { diff, since } = outcome.ok ? outcome.value : {};
  const textOf = (file: typeof diff) => readFileSync(join(work.runFolder, file?.path ?? ''), 'utf8');
  expect(textOf(diff)).toMatch(/later\.md[\s\S]*readme\.md/);
  expect(textOf(since)).toContain('+later\n');
  expect(textOf(since)).not.toContain('readme.md');
});

test.concurrent("the user's dirty tree, index and stash stay byte for byte", async () => {
  const repo = scratch();
  repo.write('readme.md', 'stash me');
  repo.git('stash', '--quiet');
  repo.write('staged', 'staged');
  repo.git('add', 'staged');
  repo.write('readme.md', 'dirty');
  const seen = () => [
    repo.git('status', '--porcelain=v2'),
    repo.git('stash', 'list'),
    repo.git('hash-object', '.git/index'),
  ];
  const before = seen();
  const lane = await openTestLane(repo.work());
  edit(repo, lane);
  await save(repo.work(), lane);
  expect(seen()).toEqual(before);
});

test.concurrent('an unchanged lane is the base; an unchanged checkpoint is the same commit; later ones extend the chain', async () => {
  const repo = scratch();
  const work = repo.work();
  const lane = await openTestLane(work);
  expect(await save(work, lane)).toMatchObject({ commit: lane.base, changedFiles: 0, diff: { bytes: 0 } });
  expect(repo.refs('refs/harness/kept')).toEqual([]);

  edit(repo, lane);
  const one = await save(work, lane);
  expect(await save(work, lane)).toEqual(one);
  expect(work.reported).toEqual([first]);
  expect(await save({ ...work, interrupted: true }, lane)).toEqual(one);
  expect(work.reported).toEqual([first, first]);

  edit(repo, lane, 'again\n');
  const two = await save(work, lane);
  expect(repo.git('rev-parse', `${two.commit}^`)).toBe(one.commit);
  expect(two.changedFiles).toBe(1);
});

test.concurrent('keeps commits of an agent, and resets the branch to the base without changing files', async () => {
  const repo = scratch();
  const work = repo.work();
  const lane = await openTestLane(work);
  edit(repo, lane);
  repo.gitIn(lane.path, 'commit', '--quiet', '-am', 'the agent commits');
  const theirs = repo.git('rev-parse', lane.branch);
  repo.write(`${lane.path}/more.txt`, 'more');
  const { commit, changedFiles } = await save(work, lane);
  expect(repo.git('rev-parse', first)).toBe(theirs);
  expect(repo.git('rev-parse', lane.branch)).toBe(lane.base);
  expect(repo.git('rev-parse', `${commit}^`)).toBe(theirs);
  expect(changedFiles).toBe(2);
  expect(repo.read(`${lane.path}/readme.md`)).toBe('changed\n');
  expect(work.reported).toEqual([first, 'refs/harness/kept/run-1/2']);
});

test.concurrent('resets the branch after an agent switched, detached, deleted the branch or stopped in a rebase', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const agent = (...args: string[]) => repo.gitIn(lane.path, ...args);
  const expectHome = () => {
    expect(agent('symbolic-ref', 'HEAD')).toBe(`refs/heads/${lane.branch}`);
    expect(agent('rev-parse', 'HEAD')).toBe(lane.base);
  };
  agent('checkout', '--quiet', '-b', 'elsewhere');
  agent('branch', '-D', lane.branch);
  edit(repo, lane);
  agent('commit', '--quiet', '-am', 'on another branch');
  await save(repo.work(), lane);
  expect(repo.git('rev-parse', first)).toBe(repo.git('rev-parse', 'elsewhere'));
  expectHome();

  agent('checkout', '--quiet', '--detach', '--force');
  edit(repo, lane, 'detached\n');
  agent('commit', '--quiet', '-am', 'detached');
  const detached = agent('rev-parse', 'HEAD');
  edit(repo, lane, 'stashed\n');
  agent('-c', 'sequence.editor=sed -i s/pick/edit/', 'rebase', '--quiet', '--autostash', '--interactive', 'HEAD~1');
  await save(repo.work(), lane);
  expectHome();
  expect(agent('status')).not.toContain('rebas');
  const kept = repo.git('log', '--format=%H', '--glob=refs/harness/kept');
  expect(kept).toContain(detached);
  expect(repo.git('grep', 'stashed', ...repo.refs('refs/harness/kept'))).toContain('readme.md');
});

test.concurrent('removes a lock of a killed git', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const gitDir = repo.gitIn(lane.path, 'rev-parse', '--absolute-git-dir');
  const locks = [`${gitDir}/index.lock`, `${gitDir}/HEAD.lock`, join(repo.root, `.git/refs/heads/${lane.branch}.lock`)];
  for (const lock of locks) repo.write(lock.slice(repo.root.length), '');
  await save(repo.work(), lane);
  expect(locks.filter(existsSync)).toEqual([]);
});

test.concurrent('repairs a lane whose .git an agent removed or replaced', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const folder = join(repo.root, lane.path);
  edit(repo, lane);
  rmSync(join(folder, '.git'));
  const { commit } = await save(repo.work(), lane);
  expect(repo.git('show', `${commit}:readme.md`)).toBe('changed');
  rmSync(join(folder, '.git'));
  repo.gitIn(lane.path, 'init', '--quiet');
  repo.gitIn(lane.path, 'add', '.');
  repo.gitIn(lane.path, 'commit', '--quiet', '-m', 'its own history');
  expect((await save(repo.work(), lane)).commit).toBe(commit);
  expect(repo.gitIn(lane.path, 'symbolic-ref', '--short', 'HEAD')).toBe(lane.branch);
});

test.concurrent('saves a lane that git has forgotten from its files, and restores a missing one from its kept ref', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  const folder = join(repo.root, lane.path);
  edit(repo, lane);
  renameSync(join(folder, '.git'), join(repo.home, 'link'));
  repo.git('worktree', 'prune');
  const { commit, changedFiles } = await save(repo.work(), lane);
  expect([repo.git('rev-parse', first), changedFiles]).toEqual([commit, 1]);
  rmSync(folder, { recursive: true });
  expect((await save(repo.work(), lane)).commit).toBe(commit);
  expect(repo.read(`${lane.path}/readme.md`)).toBe('changed\n');
});

test.concurrent('accepts only the path of a lane', async () => {
  const repo = scratch();
  mkdirSync(join(repo.root, 'x'));
  for (const path of ['.', 'x', '.harness/worktrees', '.harness/worktrees/..', '../target/.harness/worktrees/a']) {
    await expect(save(repo.work(), { path, branch: 'harness/x', base: 'HEAD' })).rejects.toThrow('is not a lane');
  }
});

test.concurrent.each<[string, string]>([
  ['edited', 'echo weak > test/a.js'],
  ['deleted', 'rm -r test'],
  ['replaced by a folder', 'rm test/a.js && mkdir test/a.js && echo x > test/a.js/b'],
  ['below a link', 'rm -r test && ln -s .. test'],
  ['below a file', 'rm -r test && echo x > test'],
  ['ignored and deleted', "echo '*' > .gitignore; rm -r test"],
])(
  'C4 a held file that was %s is as in its commit, and the version of the agent is kept and reported',
  async (_, command) => {
    const repo = scratch();
    const reported: string[] = [];
    const work: GitContext = {
      ...repo.work(),
      restored: async (files) => {
        reported.push(...files);
      },
    };
    const lane = await openTestLane(work);
    repo.write(`${lane.path}/test/a.js`, 'strong\n');
    const { commit } = await save(work, lane);
    execFileSync('sh', ['-c', command], { cwd: join(repo.root, lane.path) });
    const holds = { commit, files: ['test/a.js'] };
    const outcome = await performCheckpoint(work, { lane, holds });
    const saved = outcome.ok ? outcome.value.commit : '';
    expect(repo.git('show', `${saved}:test/a.js`)).toBe('strong');
    expect(repo.read(`${lane.path}/test/a.js`)).toBe('strong\n');
    expect(reported).toEqual(['test/a.js']);
    expect(await performCheckpoint(work, { lane, holds })).toMatchObject({ value: { commit: saved } });
    expect(reported).toEqual(['test/a.js']);
  },
);

test.concurrent('C4 files that the harness adds and drops itself are not reported', async () => {
  const repo = scratch();
  const reported: string[] = [];
  const work: GitContext = { ...repo.work(), restored: async (files) => void reported.push(...files) };
  const lane = await openTestLane(work);
  repo.write(`${lane.path}/test/a.js`, 'strong\n');
  const { commit } = await save(work, lane);
  const outcome = await performCheckpoint(work, { lane, holds: { commit: lane.base, files: [], gone: ['test/a.js'] } });
  expect(outcome).toMatchObject({ value: { changedFiles: 0 } });
  expect(existsSync(join(repo.root, lane.path, 'test'))).toBe(false);
  await performCheckpoint(work, { lane, holds: { commit, files: ['test/a.js'], gone: [] } });
  expect(repo.read(`${lane.path}/test/a.js`)).toBe('strong\n');
  expect(reported).toEqual([]);
});
