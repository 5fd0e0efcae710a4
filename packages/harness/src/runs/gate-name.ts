/** Names commands that run checks without a run. The lock of a name keeps its clean room from being used or removed. */
import type { PerformContext } from '@harness/core/effects/performer';
import type { Lock } from '@harness/engine/store/socket-lock';
import { tryClaim } from './claim.ts';
import { prepareHarnessFolder } from './folder.ts';

type GateKind = 'release-gate' | 'validate';

const isGateName = (name: string): boolean => /^(?:release-gate|validate)-\d{1,6}$/.test(name);

/** Takes the first name that is free: gates at the same time have different names. */
export async function withGateContext<T>(
  root: string,
  kind: GateKind,
  signal: AbortSignal,
  act: (context: PerformContext<AbortSignal>) => Promise<T>,
): Promise<T> {
  prepareHarnessFolder(root);
  for (let number = 1; ; number++) {
    const lock = await tryClaim(root, `${kind}-${number}`);
    if (lock === undefined) continue;
    try {
      return await act(contextWith(`${kind}-${number}`, signal));
    } finally {
      await lock.release();
    }
  }
}

/** `undefined` if a gate with this name is running; `null` if it is not the name of a gate. */
export const lockGateName = async (root: string, name: string): Promise<Lock | null | undefined> =>
  isGateName(name) ? tryClaim(root, name) : null;

/** A gate belongs to no run, so there is no journal for notes. */
const contextWith = (name: string, signal: AbortSignal): PerformContext<AbortSignal> => ({
  run: name,
  key: `${process.pid}`,
  interrupted: false,
  earlier: undefined,
  signal,
  allowances: () => [],
  note: async () => {},
  report: () => {},
});
