import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { findClaudeInstallation } from './installed.ts';

test('finds the package and its program with the version', () => {
  const installed = findClaudeInstallation();
  expect(installed).toMatchObject({ ok: true, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(installed.ok && existsSync(installed.program)).toBe(true);
});

test('names the missing package and its installation folder', async () => {
  const root = await testFolder();
  writeFileSync(join(root, 'package-lock.json'), '{}');
  mkdirSync(join(root, 'dist'));
  const from = join(root, 'dist', 'a.mjs');
  const name = '@anthropic-ai/claude-agent-sdk';
  expect(findClaudeInstallation(from)).toEqual({ ok: false, missing: name, root });
  const sdk = join(root, 'node_modules', name);
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(sdk, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'sdk.mjs' }));
  writeFileSync(join(sdk, 'sdk.mjs'), '');
  expect(findClaudeInstallation(from)).toEqual({
    ok: false,
    missing: `${name}-${process.platform}-${process.arch}`,
    root,
  });
});
