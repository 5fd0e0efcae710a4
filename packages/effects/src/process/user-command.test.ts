import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { runUserCommand } from './user-command.ts';

const timeoutMs = 20_000;

test('MO-02 passes arguments unchanged, whatever a shell would make of them', async () => {
  const cwd = await testFolder();
  await writeFile(
    join(cwd, 'write.mjs'),
    `import fs from 'node:fs'; fs.writeFileSync('said', JSON.stringify(process.argv.slice(2)));`,
  );
  const args = ['question', '$(touch owned) `touch owned`; "touch owned" \' | & \n -e', '/a folder'];
  expect(
    await runUserCommand({ command: `'${process.execPath}' write.mjs --loud`, args, cwd, timeoutMs }),
  ).toBeUndefined();
  expect(JSON.parse(readFileSync(join(cwd, 'said'), 'utf8'))).toEqual(['--loud', ...args]);
  expect(existsSync(join(cwd, 'owned'))).toBe(false);
});

test('its environment has no key', async () => {
  const cwd = await testFolder();
  vi.stubEnv('ANTHROPIC_API_KEY', 'secret');
  await runUserCommand({ command: 'env > env; :', args: [], cwd, timeoutMs });
  vi.unstubAllEnvs();
  const environment = readFileSync(join(cwd, 'env'), 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toContain('secret');
});

test.each([
  ['exit 3', 'echo oh >&2; exit 3;', 'exit 3, oh'],
  ['a missing program', 'no-such-program-at-all', expect.stringMatching(/^exit 127/)],
])('reports %s', async (_, command, why) => {
  expect(await runUserCommand({ command, args: [], cwd: await testFolder(), timeoutMs })).toEqual(why);
});

test('reports a missing folder', async () => {
  expect(await runUserCommand({ command: ':', args: [], cwd: '/no/such/folder', timeoutMs })).toMatch(/ENOENT/);
});

test('ends a command with all its processes after the timeout', async () => {
  const cwd = await testFolder();
  const why = await runUserCommand({ command: 'sleep 60 & echo $! > pid; wait;', args: [], cwd, timeoutMs: 300 });
  expect(why).toBe('it took longer than 300 ms');
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
  await expect.poll(() => existsSync(`/proc/${pid}/exe`)).toBe(false);
});
