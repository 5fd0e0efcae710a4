/**
 * A git that outlived the process that started it: it is waited for, because it finishes what it was told, and two at
 * the same work are in each other's way.
 *
 * Seeing the processes of others is Linux only; elsewhere nobody is waited for.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf, hasTable, pids, rowOf } from '../process/table.ts';
import { GitError } from './command.ts';
import { ownerOf, ownerVariable } from './git-owner.ts';

const patienceMs = 30_000;

export async function waitForLeftoverGit(repo: string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (let left = survivors(repo); left.length > 0; left = survivors(repo)) {
    if (performance.now() > giveUpAt) throw new GitError(`a git of an earlier process does not end: ${left.join(' ')}`);
    await delay(20);
  }
}

function survivors(repo: string): readonly number[] {
  if (!hasTable) return [];
  return pids().filter((pid) => {
    const entry = environmentOf(pid).find((each) => each.startsWith(`${ownerVariable}=`));
    if (entry === undefined) return false;
    const { owner, cwd } = ownerOf(entry.slice(ownerVariable.length + 1));
    const isHere = cwd === repo || cwd.startsWith(`${repo}/`);
    // A row again at the end: an environment can outlive its process by a moment.
    return isHere && rowOf(owner) === undefined && rowOf(pid) !== undefined;
  });
}
