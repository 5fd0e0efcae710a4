import { expect, test } from 'vitest';
import { resumePrompt } from './resume-prompt.ts';

test("removes the repository's instructions from the prompt of a resumed session", () => {
  expect(resumePrompt({ prompt: 'Be brief.\n\n<data>task</data>', words: 'Be brief.' })).toBe('<data>task</data>');
});

test.each([
  ['without instructions', { prompt: '  task' }],
  ['that starts with another text', { prompt: 'recap\n\nBe brief.', words: 'Be brief.' }],
])('keeps a prompt %s unchanged', (_, request) => {
  expect(resumePrompt(request)).toBe(request.prompt);
});
