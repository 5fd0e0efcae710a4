import { expect, test } from 'vitest';
import { resumePrompt } from './resume-prompt.ts';

test('the words of the repository are not said twice in one conversation', () => {
  expect(resumePrompt({ prompt: 'Be brief.\n\n<data>task</data>', words: 'Be brief.' })).toBe('<data>task</data>');
});

test.each([
  ['that has none', { prompt: '  task' }],
  ['that begins otherwise', { prompt: 'recap\n\nBe brief.', words: 'Be brief.' }],
])('a prompt %s is said as it is', (_, request) => {
  expect(resumePrompt(request)).toBe(request.prompt);
});
