import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../scratch.ts';
import { isCurrent } from './checkout-dependencies.ts';

afterAll(clearScratch);

function installed() {
  const repo = scratch();
  repo.write('node_modules/pad/index.js', 'pad\n');
  const folder = join(repo.root, '.harness/dependencies/checkout');
  mkdirSync(folder, { recursive: true });
  return { repo, folder, file: join(folder, 'node_modules.json') };
}

test('a recorded state is trusted until the folder changes', async () => {
  const { repo } = installed();
  expect(await isCurrent(repo.root, 'node_modules', 'one')).toBe(true);
  expect(await isCurrent(repo.root, 'node_modules', 'other')).toBe(false);
  repo.write('node_modules/more/index.js', 'more\n');
  expect(await isCurrent(repo.root, 'node_modules', 'other')).toBe(true);
});

test.each(['', '{"print":"on', 'null'])('%j from a killed process is replaced by a complete record', async (text) => {
  const { repo, file } = installed();
  writeFileSync(file, text);
  expect(await isCurrent(repo.root, 'node_modules', 'one')).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ print: 'one' });
});

test('lanes that open at once read no partial record and leave no draft', async () => {
  const { repo, folder } = installed();
  const asked = Array.from({ length: 20 }, () => isCurrent(repo.root, 'node_modules', 'one'));
  expect(await Promise.all(asked)).toEqual(asked.map(() => true));
  expect(readdirSync(folder)).toEqual(['node_modules.json']);
});
