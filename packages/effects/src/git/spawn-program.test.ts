import { expect, test } from 'vitest';
import { spawnProgram } from './spawn-program.ts';

const runScript = (script: string, maxBytes: number) =>
  spawnProgram('sh', ['-c', script], { cwd: '/', env: { PATH: process.env['PATH'] }, input: undefined, maxBytes });

test('truncates output that continues after the limit, and says so', async () => {
  const started = await runScript('printf 0123456789; sleep 0.5; printf more', 10);
  expect(started).toMatchObject({ is: 'cut', stdout: Buffer.from('0123456789') });
});

test('does not truncate output with exactly the maximum length', async () => {
  expect(await runScript('printf 0123456789', 10)).toMatchObject({ is: 'ended', stdout: Buffer.from('0123456789') });
});
