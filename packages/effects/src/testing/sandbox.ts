/** Supports tests that need a real box: if there is none, they are skipped and named. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe } from 'vitest';
import { findProgram } from '../process/find.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../sandbox/sandbox.ts';

const bwrap = findProgram('bwrap', process.env['PATH']);
const trial = ['--ro-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--unshare-net', '--', '/bin/sh', '-c', ':'];

/** Why there is no box; `undefined` if there is one. */
export const noSandboxReason: string | undefined =
  bwrap === undefined
    ? 'bubblewrap is not installed'
    : spawnSync(bwrap, trial).status === 0
      ? undefined
      : 'bubblewrap does not work here';

export function describeBoxed(name: string, body: () => void): void {
  if (noSandboxReason !== undefined) process.stderr.write(`SKIPPED, because ${noSandboxReason}: ${name}\n`);
  describe.skipIf(noSandboxReason !== undefined)(name, body);
}

const product = join(import.meta.dirname, '..', '..', '..', '..');

export async function testSandbox(root: string, more: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const opened = await openSandbox({ root, show: [], network: 'open', product, ...more });
  if (opened.is !== 'open') throw new Error(`No sandbox: ${JSON.stringify(opened)}`);
  return opened.sandbox;
}
