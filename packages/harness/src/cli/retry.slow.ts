import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { failureAnswer, implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

const configure = (repo: Repository, retry: object) =>
  repo.write('repo/harness.config.json', JSON.stringify({ agent: { retry: { backoffMs: 1, ...retry } } }));
const converge = (repo: Repository, kind: string, times: number) => {
  const answers = [failureAnswer(kind, times), implementerAnswer(), reviewerAnswer()];
  return repo.run('converge', 'Again', '--check', 'true', '--script', script(repo, answers));
};
const triesOf = async (repo: Repository) => {
  const shown = await repo.json<{ calls: { tries: { outcome: string }[] }[] }>('show', await repo.newest());
  return shown.calls[0]?.tries.map(({ outcome }) => outcome);
};

test('`rateLimited: 1` repeats once, then parks with exit 9; a resume grants the same number again', async () => {
  const repo = repository();
  configure(repo, { rateLimited: 1 });
  expect((await converge(repo, 'rate_limit', 5)).exitCode).toBe(9);
  expect(await triesOf(repo)).toEqual(['rate_limit', 'rate_limit']);
  repo.write('repo/harness.config.json', '{}');
  expect((await repo.run('resume')).exitCode).toBe(9);
  expect(await triesOf(repo)).toHaveLength(4);
});

test('`calls: 0` repeats nothing: a crash ends the run with exit 1 at once', async () => {
  const repo = repository();
  configure(repo, { calls: 0 });
  expect((await converge(repo, 'crash', 1)).exitCode).toBe(1);
  expect(await triesOf(repo)).toEqual(['crash']);
});

test('`calls: 3` repeats three times: the fourth try may succeed, and a fourth failure ends the run', async () => {
  const repo = repository();
  configure(repo, { calls: 3 });
  expect((await converge(repo, 'crash', 3)).exitCode).toBe(0);
  expect(await triesOf(repo)).toEqual(['crash', 'crash', 'crash', 'ok']);
  expect((await converge(repo, 'overloaded', 4)).exitCode).toBe(1);
  expect(await triesOf(repo)).toEqual(Array(4).fill('overloaded'));
});

test('a failure that is never repeated is not repeated with any setting', async () => {
  const repo = repository();
  configure(repo, { calls: 9, rateLimited: 9 });
  expect((await converge(repo, 'auth', 1)).exitCode).toBe(1);
  expect(await triesOf(repo)).toEqual(['auth']);
});
