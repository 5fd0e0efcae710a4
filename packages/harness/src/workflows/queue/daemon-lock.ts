/** One daemon a repository: the kernel holds the lock, and a file beside the state says whose it is. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { refusalOf } from '@harness/core/failure/refusal';
import { queueCodes } from '@harness/core/workflows/queue/codes';
import { isAlive, startTimeOf } from '@harness/effects/process/process-identity';
import { createFolder, readJson, replaceFile } from '@harness/engine/store/durable-file';
import { isLocked, tryLock } from '@harness/engine/store/lock';

const lockName = (root: string) => `${root}/daemon`;
const fileOf = (root: string, stateDir: string) => join(root, stateDir, 'daemon.json');

/** A process by its pid and start time, and who looks after it. */
export interface DaemonProcess {
  readonly pid: number;
  readonly startedAt: string;
  readonly supervisor: { readonly pid: number; readonly startedAt: string };
}

export interface DaemonLock {
  release(): Promise<void>;
}

/** How long a daemon may take to leave whose supervisor is gone: it notices at once, and parks what it does. */
const leavingMs = 15_000;
const everyMs = 50;

export const isDaemonRunning = (root: string): Promise<boolean> => isLocked(lockName(root));

function findDaemon(root: string, stateDir: string): DaemonProcess | null {
  const file = fileOf(root, stateDir);
  if (!existsSync(file)) return null;
  const said = readJson(readFileSync(file, 'utf8')) as Partial<DaemonProcess> | undefined;
  return typeof said?.pid === 'number' && said.supervisor !== undefined ? (said as DaemonProcess) : null;
}

/** Refuses with `daemon.runs` while another one works here. One that nobody looks after any more is leaving: it is waited for. */
export async function requireNoDaemon(root: string, stateDir: string): Promise<void> {
  for (let leftMs = leavingMs; await isDaemonRunning(root); leftMs -= everyMs) {
    const found = findDaemon(root, stateDir);
    const isLeaving = found !== null && !isAlive(found.supervisor);
    if (!isLeaving || leftMs <= 0) throw refusalOf(queueCodes, 'daemon.runs', { pid: found?.pid ?? 0 });
    await delay(everyMs);
  }
}

export async function lockDaemon(root: string, stateDir: string): Promise<DaemonLock> {
  const lock = await tryLock(lockName(root));
  if (lock === undefined) throw refusalOf(queueCodes, 'daemon.runs', { pid: findDaemon(root, stateDir)?.pid ?? 0 });
  const named = (pid: number) => ({ pid, startedAt: startTimeOf(pid) ?? '' });
  createFolder(join(root, stateDir));
  const text = `${JSON.stringify({ version: 1, ...named(process.pid), supervisor: named(process.ppid) })}\n`;
  replaceFile(fileOf(root, stateDir), text, { durable: true });
  return {
    async release() {
      rmSync(fileOf(root, stateDir), { force: true });
      await lock.release();
    },
  };
}
