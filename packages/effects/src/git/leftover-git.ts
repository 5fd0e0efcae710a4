/**
 * Waits for git processes that outlived the process that started them: they complete their work, and a second git would
 * conflict with them.
 *
 * Only Linux can list the processes; other systems do not wait.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf, hasTable, pids, rowOf } from '../process/table.ts';
import { GitError } from './command.ts';
import { anyFolder, ownerOf, ownerVariable } from './git-owner.ts';

const timeoutMs = 30_000;

export async function waitForLeftoverGit(repo: string): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  for (let left = leftoverPids(repo); left.length > 0; left = leftoverPids(repo)) {
    if (performance.now() > giveUpAt)
      throw new GitError(`a git process of an earlier run does not end: ${left.join(' ')}`);
    await delay(20);
  }
}

function leftoverPids(repo: string): readonly number[] {
  if (!hasTable) return [];
  return pids().filter((pid) => {
    const entry = environmentOf(pid).find((each) => each.startsWith(`${ownerVariable}=`));
    if (entry === undefined) return false;
    const { owner, cwd } = ownerOf(entry.slice(ownerVariable.length + 1));
    const isHere = cwd === repo || cwd === anyFolder || cwd.startsWith(`${repo}/`);
    // Check the process again: its environment can outlive it for a moment.
    return isHere && rowOf(owner) === undefined && rowOf(pid) !== undefined;
  });
}
