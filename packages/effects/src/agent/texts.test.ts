import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileText } from '@harness/core/text/text';
import { expect, onTestFinished, test } from 'vitest';
import { writeArtifact } from '../artifact/store.ts';
import { textReader } from './texts.ts';

function scene() {
  const root = mkdtempSync(join(tmpdir(), 'harness-texts-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [cwd, runFolder] = [join(root, 'repo'), join(root, 'run')];
  for (const folder of [cwd, runFolder]) mkdirSync(folder);
  return { root, cwd, runFolder, read: textReader(runFolder, cwd) };
}

test('a file reads as it is at the moment of the call', () => {
  const { cwd, read } = scene();
  writeFileSync(join(cwd, 'spec.md'), 'one');
  expect(read(fileText('spec.md'))).toBe('one');
  writeFileSync(join(cwd, 'spec.md'), 'two');
  expect(read(fileText('spec.md'))).toBe('two');
});

test('W-88 what is not there, or is no file, reads as nothing', () => {
  const { cwd, read } = scene();
  mkdirSync(join(cwd, 'folder'));
  writeFileSync(join(cwd, 'file'), 'x');
  for (const path of ['none.md', 'folder', 'file/below.md']) expect(read(fileText(path))).toBe('');
});

test('what leads out of the folder is not read at all', () => {
  const { root, cwd, read } = scene();
  writeFileSync(join(root, 'secret'), 'secret');
  symlinkSync(join(root, 'secret'), join(cwd, 'link.md'));
  mkdirSync(join(cwd, '.git'));
  writeFileSync(join(cwd, '.git/config'), 'secret');
  for (const path of ['link.md', '../secret', join(root, 'secret'), '.git/config'])
    expect(read(fileText(path))).toBe('');
});

test('a file that is too long keeps both its ends, and says what was left out', () => {
  const { cwd, read } = scene();
  writeFileSync(join(cwd, 'long.md'), `begin${'x'.repeat(400_000)}end`);
  const text = read(fileText('long.md'));
  expect(text).toMatch(/^begin[\s\S]*\[… \d+ bytes left out …\][\s\S]*end$/);
  expect(text.length).toBeLessThan(210_000);
});

test('W-92 several texts stand under the names of who wrote them', () => {
  const { cwd, read } = scene();
  writeFileSync(join(cwd, 'a.md'), 'mine');
  const texts = [
    { label: 'Architect', file: 'a.md' },
    { label: 'QA Specialist', file: 'none.md' },
  ];
  expect(read({ texts })).toBe('## Architect\n\nmine\n\n## QA Specialist\n\n');
});

test('an artifact reads as it was, whatever lies in the folder', async () => {
  const { runFolder, read } = scene();
  expect(read(await writeArtifact(runFolder, 'changed.txt', 'sum.js\n'))).toBe('sum.js\n');
});
