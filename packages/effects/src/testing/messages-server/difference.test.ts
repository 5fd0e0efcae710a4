import { expect, test } from 'vitest';
import { findDifference } from './difference.ts';
import { readRequest } from './request.ts';

const request = (more: object = {}) =>
  readRequest(
    JSON.stringify({
      model: 'sonnet-x',
      tools: [{ name: 'Glob' }, { name: 'Read', description: 'reads' }],
      system: [
        { type: 'text', text: 'Role: a.tester' },
        { type: 'text', text: 'Be kind.' },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'the task' },
            { type: 'text', text: 'the diff' },
          ],
        },
      ],
      ...more,
    }),
  );

const withTexts = (...texts: readonly string[]) => ({
  messages: [{ role: 'user', content: texts.map((text) => ({ type: 'text', text })) }],
});

test('equal requests have no difference, wherever the breakpoints are', () => {
  const marked = [
    { type: 'text', text: 'Role: a.tester' },
    { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } },
  ];
  expect(findDifference(request(), request({ system: marked }))).toBeUndefined();
});

test.each([
  ['another model', { model: 'sonnet-y' }, 'model', 7],
  ['a tool more', { tools: [{ name: 'Glob' }] }, 'tool 2 (Read)', 0],
  [
    'a tool with another description',
    { tools: [{ name: 'Glob' }, { name: 'Read', description: 'Reads' }] },
    'tool 2 (Read)',
    30,
  ],
  ['another rule', { system: 'Role: a.tester' }, 'system 2', 0],
  ['another diff', withTexts('the task', 'the duff'), 'message 1 block 2', 5],
  ['more text', withTexts('the task', 'the diff, and more'), 'message 1 block 2', 8],
  ['one block more', withTexts('the task', 'the diff', 'more'), 'message 1 block 3', 0],
] as const)('%s is named by its block and its byte', (_, more, block, byte) => {
  expect(findDifference(request(), request(more))).toMatchObject({ block, byte });
});

test('reports the first of several differences', () => {
  const other = request({ ...withTexts('a task', 'a diff'), system: [{ type: 'text', text: 'Role: b.tester' }] });
  expect(findDifference(request(), other)).toMatchObject({ block: 'system 1', byte: 6 });
});

test('counts bytes, not characters, and shows the text before the difference on both sides', () => {
  const found = findDifference(request(withTexts('여기 /lanes/one 에서')), request(withTexts('여기 /lanes/two 에서')));
  expect(found).toEqual({
    block: 'message 1 block 1',
    byte: 14,
    before: '여기 /lanes/one 에서',
    after: '여기 /lanes/two 에서',
  });
});

test('the same text of another role is a different block', () => {
  const mine = { messages: [{ role: 'user', content: 'hello' }] };
  const theirs = { messages: [{ role: 'assistant', content: 'hello' }] };
  expect(findDifference(request(mine), request(theirs))).toMatchObject({ block: 'message 1 block 1' });
});
