import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileText } from '@harness/core/text/text';
import { expect, onTestFinished, test } from 'vitest';
import { createEvidenceRenderer } from './evidence.ts';

function render(text: string | null, file = 'docs/spec.md', language = 'en') {
  const root = mkdtempSync(join(tmpdir(), 'harness-evidence-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'docs'));
  if (text !== null) writeFileSync(join(root, 'docs', 'spec.md'), text);
  symlinkSync('/etc/hostname', join(root, 'docs', 'away.md'));
  return createEvidenceRenderer({ root, runFolder: root }, { colour: false, language })({ evidence: [fileText(file)] });
}

test('prints the file of a question with its path, line by line', () => {
  expect(render('# Spec\n\nDo it.\n')).toMatch(/^── docs\/spec\.md ─+\n# Spec\n\nDo it\.\n─+\n$/);
});

test('truncates a long file, and prints how many lines are left and where', () => {
  const text = render(Array.from({ length: 75 }, (_, n) => `line ${n + 1}`).join('\n'));
  expect(text).toContain('line 60\n── 15 more lines in docs/spec.md ─');
  expect(text).not.toContain('line 61');
  expect(render('x\n'.repeat(61), 'docs/spec.md', 'ko')).toContain('docs/spec.md에 1줄이 더 있습니다');
});

test.each([
  ['prints nothing of a missing file', null, 'docs/spec.md'],
  ['prints nothing of an empty file', '\n', 'docs/spec.md'],
  ['prints nothing of a link out of the repository', 'x', 'docs/away.md'],
])('%s', (_, text, file) => {
  expect(render(text, file)).toBe('');
});

test('removes control characters from a file', () => {
  expect(render('a\u001b[2Jb\n')).toContain('a [2Jb');
});

test('prints no artifact', () => {
  const artifact = { path: 'artifacts/x', sha256: '', bytes: 1 };
  expect(
    createEvidenceRenderer({ root: '/', runFolder: '/' }, { colour: false, language: 'en' })({ evidence: [artifact] }),
  ).toBe('');
});
