/**
 * Names a process for ever: by its pid, which the system gives out again, and by its start, which it does not.
 *
 *   P1. Nothing is ended unless pid and start both still match.
 *   P2. A zombie is gone: it can do nothing any more.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import { hasTable, rowOf, rows } from './table.ts';

const patienceMs = 5_000;

/** An opaque text, the same as long as the process lives; undefined when there is no such process. */
export const startTimeOf = (pid: number): string | undefined => (hasTable ? rowOf(pid)?.startedAt : startByPs(pid));

export const isAlive = ({ pid, startedAt }: ChildProcess): boolean => startTimeOf(pid) === startedAt;

/** Ends a process with its whole group and resolves when they are gone. What is no longer the same process is left alone. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  killGroup(child.pid);
  const giveUpAt = performance.now() + patienceMs;
  while (groupIsAlive(child) && performance.now() < giveUpAt) await delay(5);
}

/** Only for a pid that is known to be ours right now. */
export function killGroup(pid: number): void {
  // A process that leads no group (one that an SDK started) is ended alone.
  if (!sendSignal(-pid)) sendSignal(pid);
}

/** False when there was nobody to end. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0 = 'SIGKILL'): boolean {
  // To the system 0 is our own group, -1 everybody and 1 the machine itself: a wrong pid must not get that far.
  if (!Number.isInteger(pid) || Math.abs(pid) <= 1) throw new Error(`${pid} is not a process of ours`);
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

const groupIsAlive = (child: ChildProcess) =>
  hasTable ? rows().some(({ pid, group }) => group === child.pid || pid === child.pid) : isAlive(child);

function startByPs(pid: number): string | undefined {
  const { stdout, error } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error) throw error;
  const [, state, start] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(stdout) ?? [];
  return state?.startsWith('Z') ? undefined : start;
}
