/** Reads the process table of Linux. On other systems it is empty, and `ps` is used for single processes. */

import { readdirSync, readFileSync } from 'node:fs';
import type { ChildProcess } from '@harness/core/journal/journal';
import { tryOr } from '../file/file-system.ts';

export interface ProcessRow extends ChildProcess {
  readonly parent: number;
  readonly group: number;
}

export const hasTable = process.platform === 'linux';

/** Returns `undefined` if the process is gone or a zombie. */
export function rowOf(pid: number): ProcessRow | undefined {
  const stat = readOf(pid, 'stat')?.toString('latin1');
  // The name is in parentheses and may contain parentheses; only the fields after the last one have a fixed order.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return { pid, parent: Number(fields[1]), group: Number(fields[2]), startedAt: `${boot()}-${fields[19]}` };
}

export const rows = (): readonly ProcessRow[] => pids().flatMap((pid) => rowOf(pid) ?? []);

export const pids = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Initial environment of a process, as `NAME=value`. Empty for a process of another user. */
export const environmentOf = (pid: number): readonly string[] =>
  readOf(pid, 'environ')?.toString('utf8').split('\0') ?? [];

/** Returns `otherwise` if the process is gone or belongs to another user. */
export const readOr = <Value>(read: () => Value, otherwise: Value): Value =>
  tryOr(read, otherwise, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM');

const readOf = (pid: number, file: 'stat' | 'environ'): Buffer | undefined =>
  readOr(() => readFileSync(`/proc/${pid}/${file}`), undefined);

/** Start times count from the boot, so the boot id is part of the identity. */
let bootId: string | undefined;
function boot(): string {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  return bootId;
}
