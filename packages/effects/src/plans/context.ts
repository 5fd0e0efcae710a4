/** What every operation on plan files is told, and what it answers when the files are not in order. */
import { fail, type Outcome } from '@harness/core/failure/failure';
import type { PlansRead } from './read.ts';

export interface PlansContext {
  /** The absolute root of the checkout. */
  readonly repo: string;
  readonly run: string;
  readonly key: string;
  /** The absolute folder of the run. */
  readonly runFolder: string;
  /** An earlier process began with this and died. */
  readonly interrupted: boolean;
}

/** The command says it in sentences before a run begins; here it is a matter of somebody who changed a file meanwhile. */
export function brokenPlansFailure({
  problems,
  defects,
}: Pick<PlansRead, 'problems' | 'defects'>): Outcome<never> | null {
  const said = [
    ...problems.map(({ problem, file, line, key = '' }) => `${file}:${line} ${problem} ${key}`.trim()),
    ...defects.map(({ defect, ids }) => `${defect} ${ids.join(', ')}`),
  ];
  return said.length === 0 ? null : fail('plans.broken', { detail: said.join('; ') });
}
