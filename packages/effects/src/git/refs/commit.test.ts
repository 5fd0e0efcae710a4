import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '@harness/core/failure/failure';
import { afterAll, expect, test, vi } from 'vitest';
import { performCheckpoint } from '../lane/checkpoint.ts';
import { clearScratch, openTestLane, scratch } from '../scratch.ts';
import { messageOf, performCommitLane } from './commit.ts';

afterAll(clearScratch);

async function readyToCommit(repo = scratch()) {
  const work = repo.work('run-1', '7/done');
  const lane = await openTestLane(work);
  repo.write(`${lane.path}/readme.md`, 'changed\n');
  const saved = await performCheckpoint(work, { lane });
  if (!saved.ok) throw new Error(saved.failure.code);
  return { repo, work, lane, args: { lane, checkpoint: saved.value.commit, message: 'Add search' } };
}

test.concurrent('the checkpoint becomes one commit on the branch, with its run and effect', async () => {
  const { repo, work, lane, args } = await readyToCommit();
  const outcome = await performCommitLane(work, args);
  expect(outcome).toEqual(ok({ commit: repo.git('rev-parse', lane.branch) }));
  expect(repo.git('log', '-1', '--format=%an%n%P%n%B', lane.branch)).toBe(
    `Ada\n${lane.base}\nAdd search\n\nHarness-Run: run-1\nHarness-Effect: run-1/7/done\n`,
  );
  expect(repo.git('show', `${lane.branch}:readme.md`)).toBe('changed');
});

test.each([
  ['join those of the message', 'feat: x\n\nIssue: A-1\n\nCo-Authored-By: claude <a@b>', '\n'],
  ['follow a blank line', 'feat: x\n\nNote: it is long', '\n\n'],
  ['follow the subject', 'Co-Authored-By: nobody', '\n\n'],
])('I-36 the trailers of the harness %s', (_, message, gap) => {
  const own = 'Harness-Run: run-1\nHarness-Effect: run-1/7\n';
  expect(messageOf({ run: 'run-1', key: '7' }, message)).toBe(`${message}${gap}${own}`);
});

test.concurrent('a second try returns the first commit; another effect finds the branch moved', async () => {
  const { repo, work, lane, args } = await readyToCommit();
  const outcome = await performCommitLane(work, args);
  expect(await performCommitLane(work, args)).toEqual(outcome);
  const moved = { branch: lane.branch, expected: lane.base, found: repo.git('rev-parse', lane.branch) };
  expect(await performCommitLane({ ...work, key: '7/don' }, args)).toEqual({
    ok: false,
    failure: { code: 'git.branch-moved', params: moved },
  });
});

test.concurrent('does not mistake words of the task for the trailer', async () => {
  const { repo, work, lane, args } = await readyToCommit();
  await performCommitLane({ ...work, key: 'other' }, { ...args, message: 'x\n\nHarness-Effect: run-1/7/done' });
  expect(await performCommitLane(work, args)).toMatchObject({ ok: false, failure: { code: 'git.branch-moved' } });
  expect(repo.git('rev-list', '--count', `${lane.base}..${lane.branch}`)).toBe('1');
});

test.concurrent('leaves a branch alone that another process moved, and creates a deleted one again', async () => {
  const { repo, work, lane, args } = await readyToCommit();
  const theirs = repo.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'theirs');
  repo.git('update-ref', `refs/heads/${lane.branch}`, theirs);
  expect(await performCommitLane(work, args)).toMatchObject({ failure: { params: { found: theirs } } });
  expect(repo.git('rev-parse', lane.branch)).toBe(theirs);
  repo.git('update-ref', '-d', `refs/heads/${lane.branch}`);
  const made = await performCommitLane(work, args);
  expect(made).toEqual(ok({ commit: repo.git('rev-parse', lane.branch) }));
  expect(repo.git('rev-parse', `${lane.branch}^`)).toBe(lane.base);
});

test.concurrent('a checkpoint without a change makes no commit', async () => {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  expect(await performCommitLane(repo.work(), { lane, checkpoint: lane.base, message: 'x' })).toEqual(
    ok({ commit: null }),
  );
  expect(repo.git('rev-parse', lane.branch)).toBe(lane.base);
});

test('never signs, runs no hook, and uses the harness as author if git has none', async () => {
  const repo = scratch();
  vi.stubEnv('HOME', repo.home);
  vi.stubEnv('XDG_CONFIG_HOME', repo.home);
  writeFileSync(
    join(repo.home, '.gitconfig'),
    '[commit]\ngpgSign = true\n[gpg]\nprogram = /nowhere\n[user]\nuseConfigOnly = true\n',
  );
  for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction']) {
    repo.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${repo.home}/hook-ran'\nexit 1\n`);
    chmodSync(join(repo.root, '.git/hooks', hook), 0o755);
  }
  const { work, lane, args } = await readyToCommit(repo);
  expect(await performCommitLane(work, args)).toMatchObject({ ok: true });
  expect(repo.git('log', '-1', '--format=%an <%ae> %cn <%ce> %G?', lane.branch)).toBe(
    'harness <harness@localhost> harness <harness@localhost> N',
  );
  expect(existsSync(join(repo.home, 'hook-ran'))).toBe(false);
});
