/** Context of every operation on the files of a mission. */
import type { GitContext } from '../git/context.ts';
export type FeaturesContext = Pick<GitContext, 'repo' | 'run' | 'key' | 'runFolder'>;

/** The plan files are invalid: they were changed while a run used them. */
export class InvalidPlanError extends Error {
  override readonly name = 'InvalidPlanError';
}

export const harnessFolder = '.harness';
