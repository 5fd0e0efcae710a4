/** Records the files that harness obeys around every effect whose processes can write to the checkout. */
import type { AgentInput } from '@harness/core/effects/agent';
import type { CheckInput } from '@harness/core/effects/check';
import type { Performer } from '@harness/core/effects/performer';
import type { Mode } from '@harness/core/role/role';
import { openExposedTime } from './exposed-times.ts';
import { openExposure, type ResolveImports } from './exposure.ts';

export interface ExposureOptions {
  readonly repo: string;
  /** True if processes run in a sandbox: then a lane is all that they can write. */
  readonly isBoxed: boolean;
  modeOf(role: string): Mode | undefined;
  /** Files that the configuration loads, relative to the root. */
  readonly imports: ResolveImports;
}

export const withExposure = (performer: Performer<AbortSignal>, options: ExposureOptions): Performer<AbortSignal> => ({
  ...performer,
  async perform(input, context) {
    if (!mayWriteCheckout(input, options)) return performer.perform(input, context);
    const closeTime = openExposedTime(options.repo);
    const exposure = await openExposure(options.repo, `${context.run}/${context.key}`, options.imports);
    try {
      return await performer.perform(input, context);
    } finally {
      closeTime();
      await exposure.close();
    }
  },
});

function mayWriteCheckout(input: unknown, { isBoxed, modeOf }: ExposureOptions): boolean {
  if (!isBoxed) return true;
  const { role, workplace, cwd, commit } = input as Partial<AgentInput> & Partial<Pick<CheckInput, 'cwd' | 'commit'>>;
  if (commit !== undefined) return false; // a clean room, from which the checkout is hidden
  if (role !== undefined && modeOf(role) !== 'exec') return false;
  const folder = workplace?.cwd ?? cwd ?? '.';
  return folder === '.' || folder === '';
}
