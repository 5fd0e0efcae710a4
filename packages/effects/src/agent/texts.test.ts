import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileText } from '@harness/core/text/text';
import { expect, onTestFinished, test } from 'vitest';
import { writeArtifact } from '../artifact/store.ts';
import { textReader } from './texts.ts';

function setUp() {
  const root = mkdtempSync(join(tmpdir(), 'harness-texts-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [cwd, runFolder] = [join(root, 'repo'), join(root, 'run')];
  for (const folder of [cwd, runFolder]) mkdirSync(folder);
  return { root, cwd, runFolder, read: textReader(runFolder, cwd) };
}

test('reads a file as it is at the time of the call', () => {
  const { cwd, read } = setUp();
  writeFileSync(join(cwd, 'spec.md'), 'one');
  expect(read(fileText('spec.md'))).toBe('one');
  writeFileSync(join(cwd, 'spec.md'), 'two');
  expect(read(fileText('spec.md'))).toBe('two');
});

test('W-88 reads a missing path or a folder as empty', () => {
  const { cwd, read } = setUp();
  mkdirSync(join(cwd, 'folder'));
  writeFileSync(join(cwd, 'file'), 'x');
  for (const path of ['none.md', 'folder', 'file/below.md']) expect(read(fileText(path))).toBe('');
});

test('does not read a path that leads out of the folder', () => {
  const { root, cwd, read } = setUp();
  writeFileSync(join(root, 'secret'), 'secret');
  symlinkSync(join(root, 'secret'), join(cwd, 'link.md'));
  mkdirSync(join(cwd, '.git'));
  writeFileSync(join(cwd, '.git/config'), 'secret');
  for (const path of ['link.md', '../secret', join(root, 'secret'), '.git/config'])
    expect(read(fileText(path))).toBe('');
});

test('keeps both ends of a file that is too long, and says how much was left out', () => {
  const { cwd, read } = setUp();
  writeFileSync(join(cwd, 'long.md'), `begin${'x'.repeat(400_000)}end`);
  const text = read(fileText('long.md'));
  expect(text).toMatch(/^begin[\s\S]*\[… \d+ bytes left out …\][\s\S]*end$/);
  expect(text.length).toBeLessThan(210_000);
});

test('W-92 puts each of several texts below the name of its author', () => {
  const { cwd, read } = setUp();
  writeFileSync(join(cwd, 'a.md'), 'mine');
  const texts = [
    { label: 'Architect', file: 'a.md' },
    { label: 'QA Specialist', file: 'none.md' },
  ];
  expect(read({ texts })).toBe('## Architect\n\nmine\n\n## QA Specialist\n\n');
});

test('reads an artifact as it was stored, whatever the folder holds', async () => {
  const { runFolder, read } = setUp();
  expect(read(await writeArtifact(runFolder, 'changed.txt', 'sum.js\n'))).toBe('sum.js\n');
});
