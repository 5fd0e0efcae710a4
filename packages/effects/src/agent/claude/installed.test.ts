import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { findClaudeInstallation } from './installed.ts';

/** A program that prints a version. */
function programAt(folder: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'claude');
  writeFileSync(path, `#!/bin/sh\necho "${text}"\n`);
  chmodSync(path, 0o755);
  return path;
}

test('without a program of the user, that of the package is used', () => {
  const { sdk, program } = findClaudeInstallation({ environment: { PATH: '/nowhere' } });
  expect(sdk).toMatch(/^\d+\.\d+\.\d+$/);
  expect(program).toMatchObject({ is: 'found', isOwn: false });
  expect(program.is === 'found' && existsSync(program.program) && program.version()).toMatch(/^2\.\d+\.\d+$/);
});

test("the user's own program on PATH is used with its version, and agent.program before it", async () => {
  const folder = await testFolder();
  const real = programAt(join(folder, 'versions', '1'), '2.1.205 (Claude Code)');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(real, join(folder, 'bin', 'claude'));
  const other = programAt(join(folder, 'other'), '1.0.3 (Claude Code)');
  const environment = { PATH: join(folder, 'bin') };
  const found = findClaudeInstallation({ environment }).program;
  expect(found).toMatchObject({ is: 'found', isOwn: true, program: real });
  expect(found.is === 'found' && found.version()).toBe('2.1.205');
  const configured = findClaudeInstallation({ environment, configured: other }).program;
  expect(configured.is === 'found' && [configured.program, configured.version()]).toEqual([other, '1.0.3']);
  writeFileSync(other, '#!/bin/sh\necho 2.2.0\n');
  expect(configured.is === 'found' && configured.version()).toBe('2.2.0');
  const missing = findClaudeInstallation({ environment, configured: '/no/claude' }).program;
  expect(missing).toEqual({ is: 'missing', program: '/no/claude' });
});

test('a program in a folder of a repository with runs is not used, although it is on PATH', async () => {
  const folder = await testFolder();
  mkdirSync(join(folder, '.harness', 'runs'), { recursive: true });
  programAt(join(folder, 'bin'), '2.1.205');
  const { program } = findClaudeInstallation({ environment: { PATH: `${join(folder, 'bin')}:bin` } });
  expect(program).toMatchObject({ is: 'found', isOwn: false });
});

test('the SDK and its program may each be missing', async () => {
  const root = await testFolder();
  const from = join(root, 'dist', 'a.mjs');
  const environment = { PATH: '/nowhere' };
  expect(findClaudeInstallation({ from, environment }).program).toEqual({ is: 'missing', program: 'claude' });
  const name = '@anthropic-ai/claude-agent-sdk';
  const sdk = join(root, 'node_modules', name);
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(sdk, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'sdk.mjs' }));
  expect(findClaudeInstallation({ from, environment })).toEqual({
    sdk: '1.0.0',
    program: { is: 'missing', program: 'claude' },
  });
});
