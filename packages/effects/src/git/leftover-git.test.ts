import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { rowOf } from '../process/table.ts';
import { ownerVariable } from './git-owner.ts';
import { waitForLeftoverGit } from './leftover-git.ts';

const deadPid = spawnSync('true').pid;
const started: ReturnType<typeof spawn>[] = [];
afterEach(() => started.splice(0).map((child) => child.kill()));

/** Something that works for a while, as a git of this owner in this folder would. Answers whether it was waited for. */
async function isWaitedFor(owner: number, cwd: string): Promise<boolean> {
  const env = { ...process.env, [ownerVariable]: `${owner}@${cwd}` };
  const child = spawn('sh', ['-c', 'echo ready; sleep 0.3; true'], { env });
  started.push(child);
  await once(child.stdout, 'data'); // before that, its environment may not be there to be read
  await waitForLeftoverGit('/repo');
  return rowOf(child.pid ?? 0) === undefined;
}

test.runIf(process.platform === 'linux')(
  'a git whose owner died is waited for, in the repository and its lanes',
  async () => {
    expect(await isWaitedFor(deadPid, '/repo')).toBe(true);
    expect(await isWaitedFor(deadPid, '/repo/.harness/worktrees/run-1')).toBe(true);
  },
);

test('a git of a living owner, or in another repository, is not', async () => {
  expect(await isWaitedFor(process.pid, '/repo')).toBe(false);
  expect(await isWaitedFor(deadPid, '/repository')).toBe(false);
});
