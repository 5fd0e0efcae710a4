/** Names a release gate that belongs to no run. The lock of its name keeps its clean room from being used or removed. */
import type { Lock } from '@harness/engine/store/socket-lock';
import { tryClaim } from './claim.ts';
import { prepareHarnessFolder } from './folder.ts';

const nameOf = (number: number): string => `release-gate-${number}`;
const isGateName = (name: string): boolean => /^release-gate-\d{1,6}$/.test(name);

/** Takes the first name that is free: gates at the same time have different names. */
export async function withGateName<T>(root: string, act: (name: string) => Promise<T>): Promise<T> {
  prepareHarnessFolder(root);
  for (let number = 1; ; number++) {
    const lock = await tryClaim(root, nameOf(number));
    if (lock === undefined) continue;
    try {
      return await act(nameOf(number));
    } finally {
      await lock.release();
    }
  }
}

/** `undefined` if a gate with this name is running; `null` if it is not the name of a gate. */
export const lockGateName = async (root: string, name: string): Promise<Lock | null | undefined> =>
  isGateName(name) ? tryClaim(root, name) : null;
