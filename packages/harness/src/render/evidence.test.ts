import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileText } from '@harness/core/text/text';
import { expect, onTestFinished, test } from 'vitest';
import { createEvidenceRenderer } from './evidence.ts';

function shown(text: string | null, file = 'docs/spec.md', language = 'en') {
  const root = mkdtempSync(join(tmpdir(), 'harness-evidence-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'docs'));
  if (text !== null) writeFileSync(join(root, 'docs', 'spec.md'), text);
  symlinkSync('/etc/hostname', join(root, 'docs', 'away.md'));
  return createEvidenceRenderer(root, { colour: false, language })({ evidence: [fileText(file)] });
}

test('the file that a question is about is shown with its path, line by line', () => {
  expect(shown('# Spec\n\nDo it.\n')).toMatch(/^── docs\/spec\.md ─+\n# Spec\n\nDo it\.\n─+\n$/);
});

test('a long file is cut, and it is said how much more there is and where', () => {
  const text = shown(Array.from({ length: 75 }, (_, n) => `line ${n + 1}`).join('\n'));
  expect(text).toContain('line 60\n── 15 more lines in docs/spec.md ─');
  expect(text).not.toContain('line 61');
  expect(shown('x\n'.repeat(61), 'docs/spec.md', 'ko')).toContain('docs/spec.md에 1줄이 더 있습니다');
});

test.each([
  ['nothing is shown of a file that is not there', null, 'docs/spec.md'],
  ['nor of one that is empty', '\n', 'docs/spec.md'],
  ['nor of one that leads out of the repository', 'x', 'docs/away.md'],
])('%s', (_, text, file) => {
  expect(shown(text, file)).toBe('');
});

test('what a file says cannot move the cursor', () => {
  expect(shown('a\u001b[2Jb\n')).toContain('a [2Jb');
});

test('an artifact is left to the commands that are about it', () => {
  const artifact = { path: 'artifacts/x', sha256: '', bytes: 1 };
  expect(createEvidenceRenderer('/', { colour: false, language: 'en' })({ evidence: [artifact] })).toBe('');
});
