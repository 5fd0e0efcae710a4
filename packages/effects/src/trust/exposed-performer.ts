/** Records the files that harness obeys around every effect whose processes can write to the checkout. */
import type { AgentInput } from '@harness/core/effects/agent';
import type { CheckInput } from '@harness/core/effects/check';
import type { Performer } from '@harness/core/effects/performer';
import type { Mode } from '@harness/core/role/role';
import type { InstructionFolders } from '@harness/core/test-guard/instructions';
import { openExposedTime } from './exposed-times.ts';
import { openExposure, type ResolveImports } from './exposure.ts';

export interface ExposureOptions {
  readonly repo: string;
  /** True if processes run in a sandbox: then a lane is all that they can write. */
  readonly isBoxed: boolean;
  modeOf(role: string): Mode | undefined;
  /** Files that the configuration loads, relative to the root. */
  readonly imports: ResolveImports;
  /** Folders of plans and context files; `undefined` if they are unknown. */
  readonly folders?: InstructionFolders | undefined;
}

export const withExposure = (performer: Performer<AbortSignal>, options: ExposureOptions): Performer<AbortSignal> => ({
  ...performer,
  async perform(input, context) {
    if (!mayWriteCheckout(input, options)) return performer.perform(input, context);
    const closeTime = await openExposedTime(options.repo);
    const folders = worksInCheckout(input) ? options.folders : undefined;
    const exposure = await openExposure(options.repo, `${context.run}/${context.key}`, options.imports, folders);
    try {
      return await performer.perform(input, context);
    } finally {
      await closeTime();
      await exposure.close();
    }
  },
});

function mayWriteCheckout(input: unknown, { isBoxed, modeOf }: ExposureOptions): boolean {
  if (!isBoxed) return true;
  const { role } = input as Partial<AgentInput>;
  if (role !== undefined && modeOf(role) !== 'exec') return false;
  return worksInCheckout(input);
}

/** A check of a commit works in a clean room, from which the checkout is hidden. */
function worksInCheckout(input: unknown): boolean {
  const { workplace, cwd, commit } = input as Partial<AgentInput> & Partial<Pick<CheckInput, 'cwd' | 'commit'>>;
  const folder = workplace?.cwd ?? cwd ?? '.';
  return commit === undefined && (folder === '.' || folder === '');
}
