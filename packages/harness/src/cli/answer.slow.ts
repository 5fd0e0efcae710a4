import { describe, expect, test } from 'vitest';
import { repositoryWithQuestion } from '../testing/asked.ts';

describe('an answer', () => {
  test('is matched without case, and the question by a prefix of its id', async () => {
    const { repo, run } = await repositoryWithQuestion();
    expect((await repo.run('answer', run.slice(0, 4), 'STOP')).exitCode).toBe(0);
  });

  test('from another tool in the inbox counts without case, and an invalid option does not block a valid one', async () => {
    const { repo, id, run } = await repositoryWithQuestion();
    const message = {
      version: 1,
      type: 'answer',
      question: id,
      choice: 'Perhaps',
      note: '',
      by: 'x',
      channel: 'command',
      atMs: 1,
    };
    const put = (choice: string) =>
      repo.write(`repo/.harness/runs/${run}/inbox/${id}.json`, JSON.stringify({ ...message, choice }));
    put('Perhaps');
    expect((await repo.json<{ questions: unknown[] }>('questions')).questions).toHaveLength(1);
    expect((await repo.run('resume')).exitCode).toBe(8);
    put('STOP');
    expect((await repo.run('resume')).exitCode).toBe(5);
  });

  test('without a choice approves nothing: the note is stored, shown with the question, and added to the answer', async () => {
    const { repo, id, run } = await repositoryWithQuestion();
    const { exitCode, stdout } = await repo.run('answer', id, '--note', 'why so red?');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/still open[\s\S]*noted by \S+: why so red\?[\s\S]*one more pass/);
    await repo.run('answer', id, '--note', 'look again');
    const notes = [{ text: 'why so red?' }, { text: 'look again' }];
    expect(await repo.json('questions')).toMatchObject({ questions: [{ id, notes }] });
    expect((await repo.run('questions')).stdout).toContain('look again');
    expect(await repo.json('show', run)).toMatchObject({ status: 'waiting', questions: [{ id, notes }] });
    expect((await repo.run('resume')).exitCode).toBe(8);
    expect((await repo.run('answer', id, 'stop', '--note', 'enough')).exitCode).toBe(0);
    expect((await repo.run('resume')).exitCode).toBe(5);
    const { questions } = await repo.json<{ questions: { note: string }[] }>('show', run);
    expect(questions).toMatchObject([{ answer: 'stop', note: 'why so red?\nlook again\nenough', notes: [] }]);
  });

  test.each([
    ['free text in the place of a choice', ['do what you like']],
    ['the word other', ['Other', '--note', 'x']],
    ['nothing', []],
    ['an empty note', ['--note', ' ']],
  ])('that is %s is refused with the options, and no note is stored', async (_, args) => {
    const { repo, id } = await repositoryWithQuestion();
    const { exitCode, stderr } = await repo.run('answer', id, ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('one more pass, stop');
    expect(await repo.json('questions')).toMatchObject({ questions: [{ id, notes: [] }] });
  });

  test('or note is refused after the question was answered, also by a prefix that only answered questions have', async () => {
    const { repo, id, run } = await repositoryWithQuestion();
    await repo.run('answer', id, 'stop');
    for (const name of [id, run.slice(0, 4)])
      for (const args of [['stop'], ['--note', 'but']]) {
        const { exitCode, stderr } = await repo.run('answer', name, ...args);
        expect(exitCode).toBe(1);
        expect(stderr).toMatch(/already answered: "stop", by \S+ at 20/);
      }
    expect((await repo.run('resume')).exitCode).toBe(5);
    const journalled = await repo.run('answer', run.slice(0, 4), 'stop');
    expect(journalled).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/already answered: "stop", by \S+ at 20/),
    });
  });

  test('to an unknown question is refused', async () => {
    const { repo } = await repositoryWithQuestion();
    const { exitCode, stderr } = await repo.run('answer', 'nothing', 'stop');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('harness questions');
  });

  test('to a question of a stopped run is refused', async () => {
    const { repo, id, run } = await repositoryWithQuestion();
    expect((await repo.run('stop', run)).exitCode).toBe(0);
    expect((await repo.run('answer', id, 'stop')).exitCode).toBe(1);
    expect((await repo.json<{ runs: unknown[] }>('runs')).runs).toMatchObject([
      { status: 'stopped', openQuestions: 0 },
    ]);
  });
});
