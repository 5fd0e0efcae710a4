import { describe, expect, test } from 'vitest';
import { repositoryWithQuestion } from '../testing/asked.ts';

describe('an answer', () => {
  test('is recorded once; a second answer is refused with the author and time of the first', async () => {
    const { repo, id } = await repositoryWithQuestion();
    expect((await repo.run('answer', id, 'stop', '--note', 'enough')).exitCode).toBe(0);
    const second = await repo.run('answer', id, 'one more pass');
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/already answered: "stop", by \S+ at 20/);
  });

  test('closes the question before the run is resumed', async () => {
    const { repo, id } = await repositoryWithQuestion();
    await repo.run('answer', id, 'stop');
    expect(await repo.json('questions')).toEqual({ version: 1, questions: [] });
    expect((await repo.json<{ runs: { status: string }[] }>('runs')).runs).toMatchObject([{ status: 'parked' }]);
    const { exitCode } = await repo.run('resume');
    expect(exitCode).toBe(5);
  });

  test('that is not an option is refused with the options, and the question stays open', async () => {
    const { repo, id } = await repositoryWithQuestion();
    const { exitCode, stderr } = await repo.run('answer', id, 'yes please');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('one more pass, stop');
    expect((await repo.json<{ questions: unknown[] }>('questions')).questions).toHaveLength(1);
  });

  test('from several processes at once is accepted from exactly one', async () => {
    const { repo, id } = await repositoryWithQuestion();
    const results = await Promise.all(
      ['stop', 'one more pass', 'stop', 'one more pass'].map((choice) => repo.run('answer', id, choice)),
    );
    expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1, 1]);
  });
});
