import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { findCodexInstallation } from './installed.ts';

const put = async (folder: string, name: string) => {
  await mkdir(join(folder, 'node_modules', name), { recursive: true });
  await writeFile(join(folder, 'node_modules', name, 'package.json'), '{"version":"1.0.0"}');
};

test('finds the program of the package', () => {
  const installed = findCodexInstallation();
  expect(installed).toMatchObject({ ok: true, version: '0.163.0' });
  expect(installed.ok && existsSync(installed.program) && installed.tools.every((folder) => existsSync(folder))).toBe(
    true,
  );
});

test('names the missing package and its installation folder', async () => {
  const folder = await testFolder();
  await writeFile(join(folder, 'package-lock.json'), '{}');
  const from = join(folder, 'packages/x/y.js');
  expect(findCodexInstallation(from)).toEqual({ ok: false, missing: '@openai/codex-sdk', root: folder });
  await put(folder, '@openai/codex-sdk');
  await put(folder, '@openai/codex');
  const system = `@openai/codex-${process.platform}-${process.arch}`;
  expect(findCodexInstallation(from)).toEqual({ ok: false, missing: system, root: folder });
});
