import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { rowOf } from '../process/table.ts';
import { ownerVariable } from './git-owner.ts';
import { waitForLeftoverGit } from './leftover-git.ts';

const deadPid = spawnSync('true').pid;
const started: ReturnType<typeof spawn>[] = [];
afterEach(() => started.splice(0).map((child) => child.kill()));

/** Starts a process marked as a git of this owner and folder. Returns whether the harness waited for it. */
async function doesWaitFor(owner: number, cwd: string): Promise<boolean> {
  const env = { ...process.env, [ownerVariable]: `${owner}@${cwd}` };
  const child = spawn('sh', ['-c', 'echo ready; sleep 0.3; true'], { env });
  started.push(child);
  await once(child.stdout, 'data'); // its environment may not be readable earlier
  await waitForLeftoverGit('/repo');
  return rowOf(child.pid ?? 0) === undefined;
}

test.runIf(process.platform === 'linux')(
  'waits for a git whose owner died, in the repository and its lanes',
  async () => {
    expect(await doesWaitFor(deadPid, '/repo')).toBe(true);
    expect(await doesWaitFor(deadPid, '/repo/.harness/worktrees/run-1')).toBe(true);
  },
);

test('does not wait for a git of a living owner, or in another repository', async () => {
  expect(await doesWaitFor(process.pid, '/repo')).toBe(false);
  expect(await doesWaitFor(deadPid, '/repository')).toBe(false);
});
