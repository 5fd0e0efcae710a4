/** A question with options of its run: shown and accepted by every command, the terminal, a script and the server. */
import { PassThrough } from 'node:stream';
import { defineCodes } from '@harness/core/codes';
import { ask } from '@harness/core/effects/question';
import type { Entry } from '@harness/core/journal/journal';
import { askedQuestions, type Question } from '@harness/core/views/questions';
import { describe, expect, test } from 'vitest';
import { openAnswerers } from '../questions/question-answerers.ts';
import { numberedScreen } from '../render/numbered.ts';
import { openStore } from '../runs/folder.ts';
import { repository, until } from '../testing/command.ts';
import { startServerIn } from '../testing/control.ts';
import { sampleJournals, writeJournal } from '../testing/journals.ts';

const codes = defineCodes({
  questions: { decision: { header: 'Decision', choices: ['stop'], opens: true, params: {} } },
});
const options = ['Redis', 'constructor', '$(touch stolen)', 'STOP', 'redis', '', '\u001b[2J\u202edrow'];
const choices = ['Redis', 'constructor', '$(touch stolen)', 'Option 4: STOP', '[2Jdrow', 'stop'];
const asked: Entry = { type: 'asked', atMs: 5, key: '0/answer', effect: ask(codes, 'decision', {}, { options }) };
const id = 'asks-1.0.answer';

function asking() {
  const repo = repository();
  const [started] = sampleJournals.waiting(0, 'Asks');
  writeJournal(repo.journal('asks-1'), [started as Entry, asked]);
  return repo;
}
const question = askedQuestions({ run: 'asks-1', entries: [asked] })[0] as Question;

describe('A-48 a question with options of its run', () => {
  test('is listed with them, without a description, and with a command that runs nothing else', async () => {
    const repo = asking();
    const { questions } = await repo.json<{ questions: { options: { label: string; description: string }[] }[] }>(
      'questions',
    );
    expect(questions[0]?.options).toEqual(choices.map((label) => ({ label, description: '' })));
    const { stdout } = await repo.run('report');
    expect(stdout).toContain(`harness answer ${id} '$(touch stolen)'`);
    expect((await repo.run('questions')).stdout).toContain('    Option 4: STOP\n');
  });

  test('refuses any other text and lists them, then takes exactly one', async () => {
    const repo = asking();
    const refused = await repo.run('answer', id, 'Option 4');
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(choices.join(', '))]);
    const taken = await repo.json('answer', id, 'option 4: stop');
    expect(taken).toMatchObject({ choice: 'Option 4: STOP' });
    expect((await repo.run('answer', id, 'stop')).exitCode).toBe(1);
  });

  test('is answered over HTTP by one of them only', async () => {
    const { post } = await startServerIn(asking());
    expect((await post(`/questions/${id}/answer`, { choice: 'Postgres' })).status).toBe(422);
    const taken = await post(`/questions/${id}/answer`, { choice: 'REDIS' });
    expect([taken.status, await taken.json()]).toMatchObject([200, { choice: 'Redis' }]);
  });

  test('is answered at a terminal by its number, where a label that is a number is not one', async () => {
    const stdin = new PassThrough();
    let text = '';
    const output = { tell: (part: string) => (text += part), language: 'en' };
    const screen = numberedScreen(
      output,
      { stdin, stdout: new PassThrough() },
      () => {},
      () => '',
      {
        name: undefined,
        open: async () => true,
      },
    );
    const reply = screen.ask?.(question, new AbortController().signal);
    await until(() => (/5\) \[2Jdrow\n {2}6\) stop\n {2}7\) Other/.test(text) ? true : undefined));
    stdin.write('4\n');
    expect(await reply).toEqual({ choice: 'Option 4: STOP' });
  });

  test('is answered by a script', async () => {
    const { path } = repository();
    const store = openStore(path);
    const people = [{ when: { header: 'Decision' }, choose: 'CONSTRUCTOR', note: '', after: 0 }];
    const answerers = openAnswerers({
      store,
      script: { people } as never,
      terminal: undefined,
      onTrouble: expect.fail,
    });
    expect(answerers.attend(question)).toBe(true);
    const [received] = await until(async () => {
      const all = await store.inbox('asks-1').read();
      return all.length > 0 ? all : undefined;
    });
    expect(received?.message).toMatchObject({ choice: 'constructor', channel: 'script' });
  });
});
