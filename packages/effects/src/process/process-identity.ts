/**
 * Identifies a process by pid and start time, because the system reuses pids.
 *
 *   P1. A process is ended only if its pid and start time both match.
 *   P2. A zombie counts as ended.
 */

import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from '@harness/core/journal/journal';
import { tryOr } from '../file/file-system.ts';
import { hasTable, rowOf, rows } from './table.ts';

const timeoutMs = 5_000;

/** An opaque text, unchanged while the process lives; `undefined` if there is no such process. */
export const startTimeOf = (pid: number): string | undefined => (hasTable ? rowOf(pid)?.startedAt : startByPs(pid));

export const isAlive = ({ pid, startedAt }: ChildProcess): boolean => startTimeOf(pid) === startedAt;

/** Ends a process with its group and waits until they are gone. Skips a pid that belongs to another process now. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  killGroup(child.pid);
  const giveUpAt = performance.now() + timeoutMs;
  while (groupIsAlive(child) && performance.now() < giveUpAt) await delay(5);
}

/** Only for a pid that currently belongs to a child of ours. */
export function killGroup(pid: number): void {
  // A process that leads no group (started by an SDK) is ended alone.
  if (!sendSignal(-pid)) sendSignal(pid);
}

/** Returns false if there is no such process. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0 = 'SIGKILL'): boolean {
  // kill(0) means our own group, -1 every process, 1 the init process: refuse these pids.
  if (!Number.isInteger(pid) || Math.abs(pid) <= 1) throw new Error(`${pid} is not a process of ours`);
  return tryOr(() => process.kill(pid, signal), false, 'ESRCH');
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
