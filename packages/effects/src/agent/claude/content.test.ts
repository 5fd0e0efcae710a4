import { expect, test } from 'vitest';
import { contentOf } from './content.ts';

test('what every call of a run begins with is a block of its own that is kept', () => {
  expect(contentOf({ prompt: 'words, task\n\ndiff', opening: 'words, task' })).toEqual([
    { type: 'text', text: 'words, task', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: '\n\ndiff' },
  ]);
});

test('a prompt that is nothing but its beginning has no empty block after it', () => {
  expect(contentOf({ prompt: 'task', opening: 'task' })).toHaveLength(1);
});

test.each([
  ['has no such beginning', { prompt: 'task' }],
  [
    'begins with something else, as one that tells a lost conversation anew',
    { prompt: 'recap\n\ntask', opening: 'task' },
  ],
])('a prompt that %s stays one text', (_, request) => {
  expect(contentOf(request)).toBe(request.prompt);
});
