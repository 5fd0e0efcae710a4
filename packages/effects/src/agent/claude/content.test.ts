import { expect, test } from 'vitest';
import { messageContent } from './content.ts';

test('puts the start that all calls of a run share into a cached block', () => {
  expect(messageContent({ prompt: 'words, task\n\ndiff', opening: ['words, task'] })).toEqual([
    { type: 'text', text: 'words, task', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: '\n\ndiff' },
  ]);
});

test('gives each part a block, and stores the prefix up to the last one', () => {
  expect(
    messageContent({ prompt: 'task\n\nold diff\n\nnew diff\n\nrest', opening: ['task', 'old diff', 'new diff'] }),
  ).toEqual([
    { type: 'text', text: 'task' },
    { type: 'text', text: '\n\nold diff' },
    { type: 'text', text: '\n\nnew diff', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: '\n\nrest' },
  ]);
});

test('adds no empty block after a prompt that equals its opening', () => {
  expect(messageContent({ prompt: 'task', opening: ['task'] })).toHaveLength(1);
});

test.each([
  ['has no opening', { prompt: 'task' }],
  ['starts with another text, such as the recap of a lost session', { prompt: 'recap\n\ntask', opening: ['task'] }],
])('a prompt that %s stays one text', (_, request) => {
  expect(messageContent(request)).toBe(request.prompt);
});
