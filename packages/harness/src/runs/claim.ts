/**
 * Claims work before its run exists: one process at a time looks for unfinished runs and starts a new one.
 *
 * The claim is released when the journal of the new run exists; from then on the unfinished run is the claim. The
 * kernel ends a claim with its process.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '@harness/core/failure/refusal';
import { tryLock } from '@harness/engine/store/lock';
import type { Lock } from '@harness/engine/store/socket-lock';
import { lockFolder, prepareHarnessFolder } from './folder.ts';

/** Starting a run takes about a second; a process that needs longer is suspended. */
const timeoutMs = 60_000;
const pollMs = 50;

export const tryClaim = (root: string, name: string): Promise<Lock | undefined> =>
  tryLock(lockFolder(root, 'claims', name));

/** A process that has ended its run leaves the checkout within this time. */
const checkoutTimeoutMs = 3_000;

/** Waits while another process starts a run for the same work. */
async function claimWork(root: string, name: string, waitMs = timeoutMs): Promise<Lock> {
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const claim = await tryClaim(root, name);
    if (claim !== undefined) return claim;
    if (performance.now() > giveUpAt) throw new Refusal('work.claimed', { what: name });
    await delay(pollMs);
  }
}

/** Claims the work for an action that may start its run, and gives it the claim to pass on. */
export async function withClaim<T>(root: string, name: string, act: (claim: Lock) => Promise<T>): Promise<T> {
  prepareHarnessFolder(root);
  const claim = await claimWork(root, name);
  try {
    return await act(claim);
  } finally {
    await claim.release();
  }
}

/**
 * Claims the checkout as long as a run works in it, whatever its workflow: a task would commit the files of a mission.
 * Unlike other claims, this one is not released when the run has started.
 */
export async function inCheckout<T>(root: string, act: () => Promise<T>): Promise<T> {
  prepareHarnessFolder(root);
  const claim = await claimWork(root, 'checkout', checkoutTimeoutMs);
  try {
    return await act();
  } finally {
    await claim.release();
  }
}

export const planClaim = (plan: string): string => `plan-${plan}`;
