import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { findCodexProgram } from './installed.ts';

const put = async (folder: string, name: string) => {
  await mkdir(join(folder, 'node_modules', name), { recursive: true });
  await writeFile(join(folder, 'node_modules', name, 'package.json'), '{"version":"1.0.0"}');
};
const environment = { PATH: '/nowhere' };

test('finds the program of the package, also behind its script on PATH', async () => {
  const found = findCodexProgram({ environment });
  expect(found).toMatchObject({ is: 'found', isOwn: false });
  if (found.is === 'missing') return;
  expect([found.version(), existsSync(found.program)]).toEqual(['0.163.0', true]);
  expect(found.tools?.every((folder) => existsSync(folder))).toBe(true);

  const folder = await testFolder();
  const sdk = dirname(createRequire(import.meta.url).resolve('@openai/codex/package.json'));
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(sdk, 'bin', 'codex.js'), join(folder, 'bin', 'codex'));
  const own = findCodexProgram({ environment: { PATH: join(folder, 'bin') } });
  expect(own).toMatchObject({ is: 'found', isOwn: true, program: found.program });
});

test('a package without the program of this machine counts as none', async () => {
  const folder = await testFolder();
  const from = join(folder, 'packages/x/y.js');
  const missing = { is: 'missing', program: 'codex' };
  expect(findCodexProgram({ from, environment })).toEqual(missing);
  await put(folder, '@openai/codex-sdk');
  await put(folder, '@openai/codex');
  expect(findCodexProgram({ from, environment })).toEqual(missing);
});
