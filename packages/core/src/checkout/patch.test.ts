import { expect, test } from 'vitest';
import { readPatchText } from './patch.ts';

const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b';

test('WO-09 extracts the diff blocks from the Markdown, and uses the rationale as summary', () => {
  const text = `## Confidence\nHigh\n\n## Diff\n\`\`\`diff\n${diff}\n\`\`\`\n\n## Rationale\n- It was **wrong**.\nMore.\n`;
  expect(readPatchText(text)).toEqual({ diff: `${diff}\n`, summary: 'It was **wrong**.' });
});

test('joins several blocks, and prefers a line with Summary', () => {
  const text = `**Summary:** two things\n~~~diff\n${diff}\n~~~\n\`\`\`\`diff\n${diff}\n\`\`\`\`\n## Rationale\nno`;
  expect(readPatchText(text)).toEqual({ diff: `${diff}\n${diff}\n`, summary: 'two things' });
});

test('a fence inside the diff of a Markdown file does not end the block', () => {
  const inner = '--- a/r.md\n+++ b/r.md\n@@ -1,3 +1,3 @@\n ```js\n-a\n+b\n ```';
  expect(readPatchText(`\`\`\`diff\n${inner}\n\`\`\`\n`)?.diff).toBe(`${inner}\n`);
});

test.each(['', 'no change needed', '```js\n@@ -1 +1 @@\n```', '```diff\n--- a/x\n+++ b/x\n```', '@@ -1 +1 @@'])(
  'W-117 finds no diff in %j',
  (text) => expect(readPatchText(text)).toBeNull(),
);
