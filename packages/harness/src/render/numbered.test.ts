import { PassThrough } from 'node:stream';
import { question } from '@harness/core/effects/question';
import { askedQuestions, type Question } from '@harness/core/views/questions';
import { expect, test } from 'vitest';
import { until } from '../testing/command.ts';
import { numberedScreen } from './numbered.ts';

const asked = askedQuestions({
  run: 'r',
  entries: [{ type: 'asked', atMs: 0, key: '0/answer', effect: question('passes', { passes: 1, because: 'checks' }) }],
})[0] as Question;

function terminal(language = 'en', read = '') {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let text = '';
  stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  let left = 0;
  const screen = numberedScreen(
    { tell: (part) => (text += part), language },
    { stdin, stdout },
    () => left++,
    () => read,
  );
  const over = new AbortController();
  const ask = (of = asked) => screen.ask?.(of, over.signal);
  const says = (words: string) => until(() => (text.includes(words) ? true : undefined));
  /** Types each line after its prompt, because lines typed ahead are discarded. */
  const types = async (...lines: readonly string[]) => {
    for (const [n, line] of lines.entries()) {
      await until(() => (prompts().length > n ? true : undefined));
      stdin.write(`${line}\n`);
    }
  };
  const prompts = () => text.match(/number from 1 to 3:|번호를 입력하세요:|Your note:|메모:/g) ?? [];
  return { stdin, ask, over, says, types, text: () => text, left: () => left };
}

test('W-148 options are numbered with their descriptions, Other is the last, and a number chooses', async () => {
  const { ask, stdin, says, text } = terminal();
  const reply = ask();
  await says('from 1 to 3:');
  expect(text()).toMatch(/1\) one more pass +Let the implementer.*\n {2}2\) stop +End the run.*\n {2}3\) Other +Write/);
  stdin.write('2\n');
  expect(await reply).toEqual({ choice: 'stop' });
});

test('the evidence of a question is shown before it is asked', async () => {
  const { ask, says, over, text } = terminal('en', '── spec.md ──\n# Spec\n');
  const reply = ask();
  await says('from 1 to 3:');
  expect(text()).toMatch(/^── spec\.md ──\n# Spec\n\? Passes:/);
  over.abort();
  expect(await reply).toBeUndefined();
});

test('a label chooses without case, and any other line is asked again', async () => {
  const { ask, types, text } = terminal();
  const reply = ask();
  await types('yes', '', '4', '0', 'One More Pass');
  expect(await reply).toEqual({ choice: 'one more pass' });
  expect(text().match(/1\) one more pass/g)).toHaveLength(5);
});

test('free text is a note; an empty note is ignored, and the question is asked again', async () => {
  const { ask, types } = terminal();
  const reply = ask();
  await types('3', '', 'other', '  rather not ');
  expect(await reply).toEqual({ note: 'rather not' });
});

test('earlier notes are shown with the question', async () => {
  const { ask, says, over } = terminal();
  const reply = ask({ ...asked, notes: [{ text: 'why\u001b[2J?', by: 'ada' }] });
  await says('noted by ada: why [2J?');
  over.abort();
  expect(await reply).toBeUndefined();
});

test('everything is in the language of the user', async () => {
  const { ask, says, types } = terminal('ko');
  const reply = ask();
  await says('3) 기타');
  await types('기타', '메모');
  expect(await reply).toEqual({ note: '메모' });
});

test('a question that is answered elsewhere is withdrawn with a message', async () => {
  const { ask, over, says, left } = terminal();
  const reply = ask();
  await says('Type a number');
  over.abort();
  expect(await reply).toBeUndefined();
  await says('no longer needs an answer');
  expect(left()).toBe(0);
});

test('closing the terminal counts as leaving', async () => {
  const { ask, stdin, says, left } = terminal();
  const reply = ask();
  await says('Type a number');
  stdin.end();
  expect(await reply).toBeUndefined();
  expect(left()).toBe(1);
});
