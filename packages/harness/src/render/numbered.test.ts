import { PassThrough } from 'node:stream';
import { question } from '@harness/core/effects/question';
import { type Question, questions } from '@harness/core/views/questions';
import { expect, test } from 'vitest';
import { until } from '../testing/command.ts';
import { numberedScreen } from './numbered.ts';

const asked = questions({
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
    { tell: (said) => (text += said), language },
    { stdin, stdout },
    () => left++,
    () => read,
  );
  const over = new AbortController();
  const ask = (of = asked) => screen.ask?.(of, over.signal);
  const says = (words: string) => until(() => (text.includes(words) ? true : undefined));
  /** One line after the other, each when it is asked for: what is typed ahead is forgotten. */
  const types = async (...lines: readonly string[]) => {
    for (const [n, line] of lines.entries()) {
      await until(() => (prompts().length > n ? true : undefined));
      stdin.write(`${line}\n`);
    }
  };
  const prompts = () => text.match(/number from 1 to 3:|번호를 입력하세요:|want to say\?|남기시겠습니까\?/g) ?? [];
  return { stdin, ask, over, says, types, text: () => text, left: () => left };
}

test('W-148 options are numbered, each with its description, the free text among them, and a number chooses', async () => {
  const { ask, stdin, says, text } = terminal();
  const said = ask();
  await says('from 1 to 3:');
  expect(text()).toMatch(/1\) one more pass +Let the implementer.*\n {2}2\) stop +End the run.*\n {2}3\) Other +Write/);
  stdin.write('2\n');
  expect(await said).toEqual({ choice: 'stop' });
});

test('what a question is about is shown before it is asked', async () => {
  const { ask, says, over, text } = terminal('en', '── spec.md ──\n# Spec\n');
  const said = ask();
  await says('from 1 to 3:');
  expect(text()).toMatch(/^── spec\.md ──\n# Spec\n\? Passes:/);
  over.abort();
  expect(await said).toBeUndefined();
});

test('a label chooses without case, and what is neither is asked again', async () => {
  const { ask, types, text } = terminal();
  const said = ask();
  await types('yes', '', '4', '0', 'One More Pass');
  expect(await said).toEqual({ choice: 'one more pass' });
  expect(text().match(/1\) one more pass/g)).toHaveLength(5);
});

test('free text is a note; an empty one writes nothing and asks again', async () => {
  const { ask, types } = terminal();
  const said = ask();
  await types('3', '', 'other', '  rather not ');
  expect(await said).toEqual({ note: 'rather not' });
});

test('what was written before stands with the question', async () => {
  const { ask, says, over } = terminal();
  const said = ask({ ...asked, notes: [{ text: 'why\u001b[2J?', by: 'ada' }] });
  await says('noted by ada: why [2J?');
  over.abort();
  expect(await said).toBeUndefined();
});

test('everything is said in the language of the person', async () => {
  const { ask, says, types } = terminal('ko');
  const said = ask();
  await says('3) 기타');
  await types('기타', '메모');
  expect(await said).toEqual({ note: '메모' });
});

test('a question that was answered elsewhere is withdrawn, and that is said', async () => {
  const { ask, over, says, left } = terminal();
  const said = ask();
  await says('Type a number');
  over.abort();
  expect(await said).toBeUndefined();
  await says('need not be answered any more');
  expect(left()).toBe(0);
});

test('whoever closes the terminal has left', async () => {
  const { ask, stdin, says, left } = terminal();
  const said = ask();
  await says('Type a number');
  stdin.end();
  expect(await said).toBeUndefined();
  expect(left()).toBe(1);
});
