/**
 * Ends what an effect started and left running, also what has left its process group.
 *
 *   O1. Every process of an effect carries the effect's mark in its environment, and its children inherit it.
 *   O2. The harness itself, and whoever started it, is never ended.
 *
 * Reading the environment of others is Linux only; elsewhere just the groups that were noted are ended.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import { endGroup, isAlive, sendSignal } from './process-identity.ts';
import { environmentOf, hasTable, pids, rowOf } from './table.ts';

const patienceMs = 5_000;

export const effectVariable = 'HARNESS_EFFECT';

/** `effect` is `<run>/<key>`. The repository is a part of it: two repositories may each have a run of that name. */
export const effectMark = (repo: string, effect: string): string => `${effect}@${repo}`;

/** Of a server that runs during an effect: what the effect itself started can end without it. */
export const serverMark = (repo: string, effect: string): string => effectMark(repo, `${effect}/server`);

/** Everything that an effect started, its server too. */
export async function endEffect(repo: string, effect: string, known: readonly ChildProcess[]) {
  const ended = await endOrphans(effectMark(repo, effect), known);
  return [...ended, ...(await endOrphans(serverMark(repo, effect), []))];
}

/** Answers with the pids that had to be ended. */
export async function endOrphans(mark: string, known: readonly ChildProcess[]): Promise<readonly number[]> {
  const ended = new Set<number>();
  for (const child of known.filter(isAlive)) {
    ended.add(child.pid);
    await endGroup(child);
  }
  const giveUpAt = performance.now() + patienceMs;
  // A process can fork while we look at another one, so look again until there is nothing to see.
  for (let left = marked(mark); left.length > 0 && performance.now() < giveUpAt; left = marked(mark)) {
    for (const pid of left) if (sendSignal(pid)) ended.add(pid);
    await delay(5);
  }
  return [...ended];
}

function marked(mark: string): readonly number[] {
  if (!hasTable || mark === '') return [];
  const ours = ancestors();
  const entry = `${effectVariable}=${mark}`;
  // A row again at the end: an environment can outlive its process by a moment.
  return pids().filter((pid) => !ours.has(pid) && environmentOf(pid).includes(entry) && rowOf(pid) !== undefined);
}

function ancestors(): ReadonlySet<number> {
  const found = new Set<number>();
  for (let pid: number | undefined = process.pid; pid !== undefined && pid > 0; pid = rowOf(pid)?.parent)
    found.add(pid);
  return found;
}
