import { afterAll, expect, test, vi } from 'vitest';
import { GitError, git, gitBytes, gitOrThrow } from './command.ts';
import { clearScratch, scratch } from './scratch.ts';

afterAll(clearScratch);

test('a refusal carries the one line that says why', async () => {
  const repo = scratch();
  const refused = gitOrThrow(repo.root, ['checkout', 'nowhere']);
  await expect(refused).rejects.toBeInstanceOf(GitError);
  await expect(refused).rejects.toMatchObject({
    detail: "pathspec 'nowhere' did not match any file(s) known to git",
  });
});

test('an exit code is an answer to who asks for it', async () => {
  const repo = scratch();
  expect(await git(repo.root, ['rev-parse', '--quiet', '--verify', 'nowhere'])).toMatchObject({ exitCode: 1 });
});

test('a folder that is not there is a refusal', async () => {
  await expect(git('/nowhere/at/all', ['status'])).rejects.toMatchObject({
    name: 'GitError',
    detail: 'git could not be started: ENOENT',
  });
});

test("the caller's GIT_ variables are not seen", async () => {
  const repo = scratch();
  vi.stubEnv('GIT_DIR', '/nowhere');
  vi.stubEnv('GIT_INDEX_FILE', '/nowhere/index');
  expect(await gitOrThrow(repo.root, ['status', '--porcelain'])).toBe('');
});

test('output that is longer than asked for is cut, and said to be', async () => {
  const repo = scratch();
  const { stdout, isCut } = await gitBytes(repo.root, ['log'], { maxBytes: 10 });
  expect([stdout.length, isCut]).toEqual([10, true]);
});
