import { expect, test } from 'vitest';
import { spawnProgram } from './spawn-program.ts';

const printing = (script: string, maxBytes: number) =>
  spawnProgram('sh', ['-c', script], { cwd: '/', env: { PATH: process.env['PATH'] }, input: undefined, maxBytes });

test('output that goes on exactly where it may not any more is cut, and said to be', async () => {
  const started = await printing('printf 0123456789; sleep 0.5; printf more', 10);
  expect(started).toMatchObject({ is: 'cut', stdout: Buffer.from('0123456789') });
});

test('output that is exactly as long as it may be is whole', async () => {
  expect(await printing('printf 0123456789', 10)).toMatchObject({ is: 'ended', stdout: Buffer.from('0123456789') });
});
