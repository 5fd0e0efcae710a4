/** Tests `harness task --clear-base`: lists the documents of all sessions and deletes them after a confirmation. */
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { answer, exists, openQuestions, writeLeftover } from '../../testing/task-script.ts';

function withDocuments(): Repository {
  const repo = repository();
  writeLeftover(repo.path, 'docs/harness/one/spec.md', 'one');
  writeLeftover(repo.path, 'docs/harness/one/changes.md', 'one');
  writeLeftover(repo.path, 'docs/harness/memory/lesson.md', 'what we know');
  writeLeftover(repo.path, 'docs/harness/loose.md', 'loose');
  writeLeftover(repo.path, 'docs/other.md', 'not ours');
  writeLeftover(repo.path, '.gitignore', 'docs/harness/one/\n');
  return repo;
}

test('W-142, W-184 lists the documents to delete, warns about valuable ones, and asks', async () => {
  const repo = withDocuments();
  const { exitCode, stdout } = await repo.run('task', '--clear-base');
  expect(exitCode).toBe(8);
  expect(stdout).toContain('one/ 2 files');
  expect(stdout).toContain('memory/ 1 files');
  expect(stdout).toContain('docs/harness/memory/ contains knowledge of your team');
  expect(stdout).toContain('2 of these files are ignored by git');
  expect((await openQuestions(repo))[0]?.options.map(({ label }) => label)).toEqual(['Yes', 'No']);
  expect(exists(repo.path, 'docs/harness/one/spec.md')).toBe(true);
});

test('W-142 No deletes nothing, Yes empties only this folder, and a ref keeps the content', async () => {
  const repo = withDocuments();
  await repo.run('task', '--clear-base');
  await answer(repo, 'no');
  expect((await repo.run('resume')).exitCode).toBe(1);
  expect(exists(repo.path, 'docs/harness/one/spec.md')).toBe(true);

  await repo.run('task', '--clear-base');
  await answer(repo, 'yes');
  expect((await repo.run('resume')).exitCode).toBe(0);
  expect(readdirSync(join(repo.path, 'docs/harness'))).toEqual([]);
  expect(exists(repo.path, 'docs/other.md')).toBe(true);
  const [ref = ''] = repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n');
  expect(repo.git('show', `${ref}:docs/harness/one/spec.md`)).toBe('one');
});

test('does not follow a link, and accepts no task', async () => {
  const repo = repository();
  writeLeftover(repo.path, '../elsewhere/x/spec.md', 'dear');
  writeLeftover(repo.path, 'docs/keep.md', '');
  symlinkSync(join(repo.path, '..', 'elsewhere'), join(repo.path, 'docs/harness'));
  expect((await repo.run('task', '--clear-base')).exitCode).toBe(1);
  expect(exists(repo.path, '../elsewhere/x/spec.md')).toBe(true);
  const refused = await repo.run('task', 'Do it', '--clear-base');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('--clear-base takes no task');
});
