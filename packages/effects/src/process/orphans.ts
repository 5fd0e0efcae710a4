/**
 * Ends the processes that an effect left running, including those outside its process group.
 *
 *   O1. Every process of an effect carries the effect's mark in its environment; child processes inherit it.
 *   O2. The harness itself and its parent processes are never ended.
 *
 * Only Linux can read the environment of other processes; elsewhere only the noted groups are ended.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import { endGroup, isAlive, sendSignal } from './process-identity.ts';
import { environmentOf, hasTable, pids, rowOf } from './table.ts';

const timeoutMs = 5_000;

export const effectVariable = 'HARNESS_EFFECT';

/** `effect` is `<run>/<key>`. The mark includes the repository, because two repositories may have the same run id. */
export const effectMark = (repo: string, effect: string): string => `${effect}@${repo}`;

/** Mark of a server that runs during an effect; it differs, so that the effect's processes can end without it. */
export const serverMark = (repo: string, effect: string): string => effectMark(repo, `${effect}/server`);

/** Ends all processes of an effect, including its server. */
export async function endEffect(repo: string, effect: string, known: readonly ChildProcess[]) {
  const ended = await endOrphans(effectMark(repo, effect), known);
  return [...ended, ...(await endOrphans(serverMark(repo, effect), []))];
}

/** Returns the pids of the ended processes. */
export async function endOrphans(mark: string, known: readonly ChildProcess[]): Promise<readonly number[]> {
  const ended = new Set<number>();
  for (const child of known.filter(isAlive)) {
    ended.add(child.pid);
    await endGroup(child);
  }
  const giveUpAt = performance.now() + timeoutMs;
  // A process can fork during the search, so search again until none is found.
  for (let left = findMarked(mark); left.length > 0 && performance.now() < giveUpAt; left = findMarked(mark)) {
    for (const pid of left) if (sendSignal(pid)) ended.add(pid);
    await delay(5);
  }
  return [...ended];
}

function findMarked(mark: string): readonly number[] {
  if (!hasTable || mark === '') return [];
  const ours = ancestors();
  const entry = `${effectVariable}=${mark}`;
  // The row is read last: the environment can outlive its process for a moment.
  return pids().filter((pid) => !ours.has(pid) && environmentOf(pid).includes(entry) && rowOf(pid) !== undefined);
}

function ancestors(): ReadonlySet<number> {
  const found = new Set<number>();
  for (let pid: number | undefined = process.pid; pid !== undefined && pid > 0; pid = rowOf(pid)?.parent)
    found.add(pid);
  return found;
}
