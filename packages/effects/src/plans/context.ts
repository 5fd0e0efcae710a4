/** Context of every operation on plan files, and the failure for invalid plans. */

import { fail, type Outcome } from '@harness/core/failure/failure';
import type { GitContext } from '../git/context.ts';
import type { PlansRead } from './read.ts';

export interface PlansContext extends Pick<GitContext, 'repo' | 'run' | 'key' | 'runFolder' | 'interrupted'> {
  /** Default: every plan is free. */
  readonly claimPlan?: ClaimPlan;
}

/** Claims a plan for a run; false if another run has it. */
export type ClaimPlan = (plan: string, run: string) => Promise<boolean>;

/** The command reports problems in full before a run starts; here a file was changed during the run. */
export function brokenPlansFailure({
  problems,
  defects,
}: Pick<PlansRead, 'problems' | 'defects'>): Outcome<never> | null {
  const details = [
    ...problems.map(({ problem, file, line, key = '' }) => `${file}:${line} ${problem} ${key}`.trim()),
    ...defects.map(({ defect, ids, files }) => [defect, ids.join(', '), ...(files.length > 1 ? files : [])].join(' ')),
  ];
  return details.length === 0 ? null : fail('plans.broken', { detail: details.join('; ') });
}
