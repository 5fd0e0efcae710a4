import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { question } from '@harness/core/effects/question';
import { askedQuestions, type Question } from '@harness/core/views/questions';
import { expect, onTestFinished, test } from 'vitest';
import { createFileEditor } from './editor.ts';

const asked = askedQuestions({
  run: 'r',
  entries: [
    { type: 'asked', atMs: 0, key: '0/answer', effect: question('passes', { passes: 1 }, [{ file: 'spec.md' }]) },
  ],
})[0] as Question;

/** A repository with a spec, and an editor that runs this shell command. */
function setUp(command: string, more: NodeJS.ProcessEnv = {}) {
  const root = mkdtempSync(join(tmpdir(), 'harness-editor-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'spec.md'), '# Spec\n');
  writeFileSync(join(root, 'editor.sh'), command);
  let told = '';
  const environment = command === '' ? more : { EDITOR: `sh ${join(root, 'editor.sh')} --wait`, ...more };
  const editor = createFileEditor(root, { tell: (text) => (told += text), language: 'en' }, environment);
  return { root, editor, told: () => told, spec: () => readFileSync(join(root, 'spec.md'), 'utf8') };
}

test('W-97 the editor gets a copy outside the repository, with its arguments, and a change is written back', async () => {
  const { root, editor, told, spec } = setUp('pwd > "$(dirname "$0")/folder"; echo more >> "$2"');
  expect(await editor.open(asked)).toBe(true);
  expect([spec(), told()]).toEqual(['# Spec\nmore\n', '']);
  const folder = readFileSync(join(root, 'folder'), 'utf8').trim();
  expect(folder.startsWith(root)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

test.each([
  ['true', 'spec.md was not changed.'],
  ['echo more >> "$2"; exit 3', 'failed: exit 3. spec.md was not changed.'],
  ['rm "$2"', 'failed: ENOENT'],
  ['kill -9 $$', 'spec.md was not changed.'],
])('W-97 after the editor %s the file is as before, and the user is told', async (command, words) => {
  const { editor, told, spec } = setUp(command);
  expect(await editor.open(asked)).toBe(false);
  expect(told()).toContain(words);
  expect(spec()).toBe('# Spec\n');
});

test('W-97 a link in place of the file is not opened', async () => {
  const { root, editor, told } = setUp('echo more >> "$2"');
  rmSync(join(root, 'spec.md'));
  writeFileSync(join(root, 'private'), 'private');
  symlinkSync('private', join(root, 'spec.md'));
  expect(await editor.open(asked)).toBe(false);
  expect(told()).toContain('the file is missing');
  expect(readFileSync(join(root, 'private'), 'utf8')).toBe('private');
});

test('without an editor, and for a question with a note, nothing is opened and the answer stands', async () => {
  expect(await setUp('').editor.open(asked)).toBe(true);
  const { editor, spec } = setUp('echo more >> "$2"');
  expect(await editor.open({ ...asked, notes: [{ text: 'x', by: 'ada' }] })).toBe(true);
  expect(spec()).toBe('# Spec\n');
  expect(createFileEditor('/', { tell: () => {}, language: 'en' }, { VISUAL: 'code --wait', EDITOR: 'vi' }).name).toBe(
    'code --wait',
  );
});
