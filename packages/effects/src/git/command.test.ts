import { afterAll, expect, test, vi } from 'vitest';
import { GitError, git, gitBytes, gitOrThrow } from './command.ts';
import { clearScratch, scratch } from './scratch.ts';

afterAll(clearScratch);

test('a refusal contains the line with the reason', async () => {
  const repo = scratch();
  const refused = gitOrThrow(repo.root, ['checkout', 'nowhere']);
  await expect(refused).rejects.toBeInstanceOf(GitError);
  await expect(refused).rejects.toMatchObject({
    detail: "pathspec 'nowhere' did not match any file(s) known to git",
  });
});

test('returns the exit code to a caller that wants it', async () => {
  const repo = scratch();
  expect(await git(repo.root, ['rev-parse', '--quiet', '--verify', 'nowhere'])).toMatchObject({ exitCode: 1 });
});

test('refuses a missing folder', async () => {
  await expect(git('/nowhere/at/all', ['status'])).rejects.toMatchObject({
    name: 'GitError',
    detail: 'git could not be started: ENOENT',
  });
});

test('ignores GIT_ variables of the caller', async () => {
  const repo = scratch();
  vi.stubEnv('GIT_DIR', '/nowhere');
  vi.stubEnv('GIT_INDEX_FILE', '/nowhere/index');
  expect(await gitOrThrow(repo.root, ['status', '--porcelain'])).toBe('');
});

test('truncates long output, and says so', async () => {
  const repo = scratch();
  const { stdout, isCut } = await gitBytes(repo.root, ['log'], { maxBytes: 10 });
  expect([stdout.length, isCut]).toEqual([10, true]);
});
