import { PassThrough } from 'node:stream';
import { question } from '@harness/core/effects/question';
import { askedQuestions, type Question } from '@harness/core/views/questions';
import { describe, expect, test } from 'vitest';
import { until } from '../testing/command.ts';
import type { FileEditor } from './editor.ts';
import { numberedScreen } from './numbered.ts';

const asked = askedQuestions({
  run: 'r',
  entries: [{ type: 'asked', atMs: 0, key: '0/answer', effect: question('passes', { passes: 1, because: 'checks' }) }],
})[0] as Question;

const noEditor: FileEditor = { name: undefined, open: async () => true };

function terminal(language = 'en', read = '', editor = noEditor) {
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
    editor,
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

test('W-97 a line that is no option is called not understood, and the options follow; a note is no answer', async () => {
  const { ask, types, text, says, over } = terminal();
  const reply = ask();
  await types('sounds\u001b[2J good', 'stop');
  expect(await reply).toEqual({ choice: 'stop' });
  expect(text()).toMatch(
    /"sounds \[2J good" was not understood\. Choose one of the options\.\n\? Passes: .*\n {2}1\) /,
  );
  const again = ask({ ...asked, notes: [{ text: 'sounds good', by: 'ada' }] });
  await says('This was not understood as an answer and is kept as a note. Choose one of the options.');
  over.abort();
  await again;
});

describe('the choice that changes a file', () => {
  const edited: Question = {
    ...asked,
    input: { ...asked.input, edits: 'one more pass', evidence: [{ file: 'spec.md' }] },
  };

  test('W-97 takes one sentence for the planner', async () => {
    const { ask, types, says, stdin } = terminal('en', '', { name: 'vim', open: async () => false });
    const reply = ask(edited);
    await types('1');
    await says('One sentence for the planner, or Enter to open spec.md in vim:');
    stdin.write(' greet by night \n');
    expect(await reply).toEqual({ choice: 'one more pass', note: 'greet by night' });
  });

  test('W-97 opens the editor without a sentence, and asks again if the file was not changed', async () => {
    let opened = 0;
    const { ask, types, says, stdin, text } = terminal('en', '', { name: 'vim', open: async () => ++opened === 2 });
    const reply = ask(edited);
    await types('1');
    await says('in vim:');
    stdin.write('\n');
    await until(() => ((text().match(/from 1 to 3:/g) ?? []).length === 2 ? true : undefined));
    stdin.write('1\n');
    await until(() => ((text().match(/in vim:/g) ?? []).length === 2 ? true : undefined));
    stdin.write('\n');
    expect(await reply).toEqual({ choice: 'one more pass', note: '' });
    expect(opened).toBe(2);
  });

  test('W-97 sends the notes of the question, and never opens the editor for them', async () => {
    const { ask, types, says, stdin } = terminal();
    const reply = ask({ ...edited, notes: [{ text: 'greet by night', by: 'ada' }] });
    await types('1');
    await says('Enter sends the note to the planner as it is:');
    stdin.write('\n');
    expect(await reply).toEqual({ choice: 'one more pass', note: '' });
  });
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
