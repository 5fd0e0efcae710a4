import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { createFile, draftPath, replaceFile, replaceThroughDraft } from './replace-file.ts';

test.each([true, false])('F1 replaces a file and leaves no draft (durable: %s)', async (durable) => {
  const folder = await testFolder();
  const file = join(folder, 'a');
  await replaceFile(file, 'one', { durable });
  await replaceFile(file, Buffer.from('two'), { durable, mode: 0o777 });
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(statSync(file).mode & 0o777).toBe(0o777); // whatever the umask is
  expect(readdirSync(folder)).toEqual(['a']);
});

test('F2 a failure leaves the file and no draft', async () => {
  const folder = await testFolder();
  mkdirSync(join(folder, 'a')); // no file can be renamed to a folder
  await expect(replaceFile(join(folder, 'a'), 'one', { durable: true })).rejects.toThrow('EISDIR');
  await expect(replaceFile(join(folder, 'a'), 'one', { durable: true, isShared: true })).rejects.toThrow('EISDIR');
  const half = async (draft: string) => {
    writeFileSync(draft, 'half');
    throw new Error('no power');
  };
  await expect(replaceThroughDraft(join(folder, 'b'), { durable: false }, half)).rejects.toThrow('no power');
  expect(readdirSync(folder)).toEqual(['a']);
});

test('F2, F3 a draft that a crash left is removed, and a link in its place is not written through', async () => {
  const folder = await testFolder();
  const file = join(folder, 'a');
  writeFileSync(draftPath(file), 'half');
  await replaceFile(file, 'one', { durable: false });
  symlinkSync(join(folder, 'elsewhere'), draftPath(file));
  await replaceFile(file, 'two', { durable: false });
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(readdirSync(folder)).toEqual(['a']);
});

test('several writers of a shared file each succeed', async () => {
  const folder = await testFolder();
  const file = join(folder, 'a');
  const texts = Array.from({ length: 20 }, (_, n) => String(n).repeat(1_000));
  await Promise.all(texts.map((text) => replaceFile(file, text, { durable: false, isShared: true })));
  expect(texts).toContain(readFileSync(file, 'utf8'));
  expect(readdirSync(folder)).toEqual(['a']);
});

test('creates a file only if the path is free, also of a dangling link', async () => {
  const folder = await testFolder();
  expect(await createFile(join(folder, 'a'), 'one')).toBe(true);
  expect(await createFile(join(folder, 'a'), 'two')).toBe(false);
  symlinkSync('nowhere', join(folder, 'b'));
  expect(await createFile(join(folder, 'b'), 'one')).toBe(false);
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('one');
  expect(readlinkSync(join(folder, 'b'))).toBe('nowhere');
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
});
