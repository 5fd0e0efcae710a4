/** Creates a temporary folder that is removed at the end of the test. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export async function testFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'harness-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
