/** Locks a repository for one daemon. The kernel holds the lock; `<stateDir>/daemon.json` names the holder. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@harness/core/config/schema';
import { refusalOf } from '@harness/core/failure/refusal';
import { queueCodes } from '@harness/core/workflows/queue/codes';
import { isAlive, startTimeOf } from '@harness/effects/process/process-identity';
import { createFolder, readJson, replaceDurableFile } from '@harness/engine/store/durable-file';
import { isLocked, tryLock } from '@harness/engine/store/lock';
import { lockFolder } from '../../runs/folder.ts';
import { readQueueState } from './queue-state-file.ts';

const lockOf = (root: string) => lockFolder(root, 'daemon');
const fileOf = (root: string, stateDir: string) => join(root, stateDir, 'daemon.json');

/** A daemon and its supervisor, each identified by pid and start time. */
export interface DaemonProcess {
  readonly pid: number;
  readonly startedAt: string;
  readonly supervisor: { readonly pid: number; readonly startedAt: string };
}

/** How long a daemon may take to park its work and exit after its supervisor died. */
const exitTimeoutMs = 15_000;
const pollMs = 50;

export const isDaemonRunning = (root: string): Promise<boolean> => isLocked(lockOf(root));

function findDaemon(root: string, stateDir: string): DaemonProcess | null {
  const file = fileOf(root, stateDir);
  if (!existsSync(file)) return null;
  const document = readJson(readFileSync(file, 'utf8')) as Partial<DaemonProcess> | undefined;
  return typeof document?.pid === 'number' && document.supervisor !== undefined ? (document as DaemonProcess) : null;
}

/** Refuses with `daemon.runs` while a daemon runs here. Waits for one without a supervisor, because it is exiting. */
export async function requireNoDaemon(root: string, stateDir: string): Promise<void> {
  for (let leftMs = exitTimeoutMs; await isDaemonRunning(root); leftMs -= pollMs) {
    const found = findDaemon(root, stateDir);
    const isExiting = found !== null && !isAlive(found.supervisor);
    if (!isExiting || leftMs <= 0) throw refusalOf(queueCodes, 'daemon.runs', { pid: found?.pid ?? 0 });
    await delay(pollMs);
  }
}

export async function lockDaemon(root: string, stateDir: string) {
  const lock = await tryLock(lockOf(root));
  if (lock === undefined) throw refusalOf(queueCodes, 'daemon.runs', { pid: findDaemon(root, stateDir)?.pid ?? 0 });
  const identify = (pid: number) => ({ pid, startedAt: startTimeOf(pid) ?? '' });
  createFolder(join(root, stateDir));
  const text = `${JSON.stringify({ version: 1, ...identify(process.pid), supervisor: identify(process.ppid) })}\n`;
  replaceDurableFile(fileOf(root, stateDir), text, { durable: true });
  return {
    async release() {
      rmSync(fileOf(root, stateDir), { force: true });
      await lock.release();
    },
  };
}

/** Refuses a plan that the daemon works on. */
export async function requirePlanNotRunning(
  root: string,
  { stateDir }: Pick<Config, 'stateDir'>,
  plan: string,
): Promise<void> {
  const read = readQueueState(root, stateDir);
  if (read.is !== 'read') return;
  const { active, waiting } = read.document;
  const isRunning = active?.planId === plan || Object.hasOwn(waiting, plan);
  if (isRunning && (await isDaemonRunning(root))) throw refusalOf(queueCodes, 'plan.in-work', { plan });
}
