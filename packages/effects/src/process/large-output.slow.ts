/** Tests that the output of a command goes to its file, not into memory. It runs alone, because it measures the process. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { startProcess } from './start-command.ts';

test('writes 100 MB of output to the file and keeps little in memory', async () => {
  const logPath = join(await testFolder(), 'log');
  const before = process.memoryUsage.rss();
  let most = 0;
  const sampler = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 5);
  const command = 'head -c 100000000 /dev/zero | tr "\\0" x; echo; echo end';
  const child = await startProcess({ command, cwd: '/tmp', env: process.env, logPath });
  child.go();
  const { tail } = await child.done;
  clearInterval(sampler);
  expect((await stat(logPath)).size).toBe(100_000_005);
  expect(tail.length).toBeLessThanOrEqual(4_096);
  expect(tail).toMatch(/\nend$/);
  expect(most).toBeLessThan(70_000_000); // garbage that is not collected yet, whatever the length of the output
});
