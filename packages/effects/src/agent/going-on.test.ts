import { expect, test } from 'vitest';
import { goingOn } from './going-on.ts';

test('the words of the repository are not said twice in one conversation', () => {
  expect(goingOn({ prompt: 'Be brief.\n\n<data>task</data>', words: 'Be brief.' })).toBe('<data>task</data>');
});

test.each([
  ['that has none', { prompt: '  task' }],
  ['that begins otherwise', { prompt: 'recap\n\nBe brief.', words: 'Be brief.' }],
])('a prompt %s is said as it is', (_, request) => {
  expect(goingOn(request)).toBe(request.prompt);
});
