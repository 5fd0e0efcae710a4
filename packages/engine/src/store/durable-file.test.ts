import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDurableFile, replaceDurableFile, replaceLink } from './durable-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harness-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([true, false])('replaces a file and leaves no draft (durable: %s)', (durable) => {
  const path = join(folder, 'a.json');
  replaceDurableFile(path, 'one', { durable });
  replaceDurableFile(path, Buffer.from('two'), { durable, mode: 0o640 });
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(statSync(path).mode & 0o777).toBe(0o640 & ~process.umask());
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('a new file is readable by its owner only, unless the caller gives a mode', () => {
  replaceDurableFile(join(folder, 'a'), 'one', { durable: false });
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o600);
});

test('a failed replacement is a refusal and leaves no draft', () => {
  const path = join(folder, 'a');
  mkdirSync(path); // no file can be renamed to a folder
  expect(() => replaceDurableFile(path, 'one', { durable: true })).toThrow('store.unwritable');
  expect(() => replaceLink(path, 'b')).toThrow('store.unwritable');
  expect(readdirSync(folder)).toEqual(['a']);
});

test('points a link at another target', () => {
  replaceLink(join(folder, 'latest'), 'one');
  replaceLink(join(folder, 'latest'), 'two');
  expect(readlinkSync(join(folder, 'latest'))).toBe('two');
  expect(readdirSync(folder)).toEqual(['latest']);
});

test('creates a file only if the path is free', () => {
  const path = join(folder, 'a');
  expect(createDurableFile(path, 'one')).toBe(true);
  expect(createDurableFile(path, 'two')).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('one');
  writeFileSync(join(folder, 'file'), '');
  expect(() => createDurableFile(join(folder, 'file/a'), 'one')).toThrow('store.unwritable');
  expect(readdirSync(folder)).toEqual(['a', 'file']);
});
