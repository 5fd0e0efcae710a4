import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { pruneLearningsFile } from './prune.ts';

const now = new Date('2026-06-30T12:00:00Z');
const entries = (count: number) => Array.from({ length: count }, (_, n) => `- 2026-05-01 [skill:x] learned ${n}`);

async function repositoryWith(text: string) {
  const root = await testFolder();
  mkdirSync(join(root, '.harness'));
  const file = join(root, '.harness/learnings.md');
  writeFileSync(file, text, { mode: 0o640 });
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { root, file, read };
}

test('AO-19 moves old learnings to the archive of the month, and keeps the mode of the file', async () => {
  const { root, file, read } = await repositoryWith(`# Learnings\n\n${entries(25).join('\n')}\n`);
  const result = await pruneLearningsFile(root, now);
  expect(result).toEqual({ kept: 20, archived: 5, file: '.harness/learnings-archive/2026-06.md' });
  expect(read('.harness/learnings.md')).toBe(`# Learnings\n\n${entries(25).slice(5).join('\n')}\n`);
  expect(read('.harness/learnings-archive/2026-06.md')).toContain(`${entries(5).join('\n\n')}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(await pruneLearningsFile(root, now)).toEqual({ kept: 20, archived: 0, file: null });
});

test('P2 a crash between both writes doubles no entry, also in the next month', async () => {
  const text = `${entries(25).join('\n')}\n`;
  const { root, file, read } = await repositoryWith(text);
  await pruneLearningsFile(root, now);
  writeFileSync(file, text); // as if the process had died before the second write
  const later = new Date('2026-07-01T00:00:00Z');
  expect(await pruneLearningsFile(root, later)).toMatchObject({ kept: 20, archived: 5 });
  expect(readdirSync(join(root, '.harness/learnings-archive'))).toEqual(['2026-06.md']);
  expect(read('.harness/learnings-archive/2026-06.md').match(/learned 0$/gm)).toHaveLength(1);
});

test('without learnings no file is written', async () => {
  const root = await testFolder();
  expect(await pruneLearningsFile(root, now)).toEqual({ kept: 0, archived: 0, file: null });
  expect(readdirSync(root)).toEqual([]);
});

test.each([
  ['a link', 'input.outside', (file: string) => symlinkSync('/etc/passwd', file)],
  ['a folder', 'input.not-text', (file: string) => mkdirSync(file)],
  ['no text', 'input.not-text', (file: string) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00]))],
  ['too large', 'input.too-large', (file: string) => writeFileSync(file, Buffer.alloc(17 * 1024 * 1024, 'a'))],
])('a learnings file that is %s is refused', async (_, code, make) => {
  const root = await testFolder();
  mkdirSync(join(root, '.harness'));
  make(join(root, '.harness/learnings.md'));
  await expect(pruneLearningsFile(root, now)).rejects.toMatchObject({ code });
});

test('an archive folder that is a link is refused, and the learnings stay', async () => {
  const text = `${entries(25).join('\n')}\n`;
  const { root, read } = await repositoryWith(text);
  const elsewhere = await testFolder();
  symlinkSync(elsewhere, join(root, '.harness/learnings-archive'));
  await expect(pruneLearningsFile(root, now)).rejects.toMatchObject({ code: 'input.outside' });
  expect([read('.harness/learnings.md'), readdirSync(elsewhere)]).toEqual([text, []]);
});
