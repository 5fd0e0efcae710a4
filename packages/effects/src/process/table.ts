/** The processes that live on this machine, as Linux tells them. Elsewhere the table is empty and `ps` is asked one by one. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ChildProcess } from '@harness/core/journal/journal';

export interface ProcessRow extends ChildProcess {
  readonly parent: number;
  readonly group: number;
}

export const hasTable = process.platform === 'linux';

/** A process that is gone, or gone but for its parent's notice (a zombie), has no row. */
export function rowOf(pid: number): ProcessRow | undefined {
  const stat = readOf(pid, 'stat')?.toString('latin1');
  // The name stands in parentheses and may hold anything, parentheses too: only what follows the last one has a fixed order.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return { pid, parent: Number(fields[1]), group: Number(fields[2]), startedAt: `${boot()}-${fields[19]}` };
}

export const rows = (): readonly ProcessRow[] => pids().flatMap((pid) => rowOf(pid) ?? []);

export const pids = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** What a process was handed when it started, `NAME=value` each. Nothing for a process of another user. */
export const environmentOf = (pid: number): readonly string[] =>
  readOf(pid, 'environ')?.toString('utf8').split('\0') ?? [];

/** Not there any more, or not ours to see. */
const unseen = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'];

function readOf(pid: number, file: 'stat' | 'environ'): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch (error) {
    if (!unseen.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
}

/** Start times count from the boot of the machine, so the boot is a part of the name. */
let bootId: string | undefined;
function boot(): string {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  return bootId;
}
