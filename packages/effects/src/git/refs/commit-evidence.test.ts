import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../scratch.ts';
import { checkCommit, checkMerge } from './commit-evidence.ts';

afterAll(clearScratch);

const nowhere = '0123456789012345678901234567890123456789';

test('a commit on its branch is fine; without the branch another ref must contain it', async () => {
  const repo = scratch();
  repo.git('checkout', '--quiet', '-b', 'harness/x');
  repo.git('commit', '--quiet', '--allow-empty', '--message=x');
  const sha = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '--quiet', '-');
  expect(await checkCommit(repo.root, sha, 'harness/x')).toBeNull();
  repo.git('branch', '--quiet', '--move', 'harness/x', 'elsewhere');
  expect(await checkCommit(repo.root, sha, 'harness/x')).toBeNull();
  repo.git('branch', '--quiet', '-D', 'elsewhere');
  expect(await checkCommit(repo.root, sha, 'harness/x')).toBe('unreachable');
  expect(await checkCommit(repo.root, sha, null)).toBeNull(); // a forge may have rewritten it
});

test.each([nowhere, '--all', ''])('%j is not a commit', async (sha) => {
  expect(await checkCommit(scratch().root, sha, 'harness/x')).toBe('missing');
});

test('a merge is in its base, or its problem is reported', async () => {
  const repo = scratch();
  const base = repo.git('branch', '--show-current');
  const sha = repo.git('rev-parse', 'HEAD');
  expect(await checkMerge(repo.root, sha, base)).toBeNull();
  repo.git('checkout', '--quiet', '-b', 'other');
  repo.git('commit', '--quiet', '--allow-empty', '--message=x');
  expect(await checkMerge(repo.root, repo.git('rev-parse', 'HEAD'), base)).toBe('unmerged');
  expect(await checkMerge(repo.root, nowhere, base)).toBe('missing');
  repo.git('remote', 'add', 'origin', 'https://forge.invalid/x.git');
  expect(await checkMerge(repo.root, nowhere, base)).toBe('unfetched');
});
