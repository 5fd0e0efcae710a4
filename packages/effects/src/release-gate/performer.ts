/** Performs `release-gate`: asked after a merge, whether the product may be released (D-46). */
import type { OperationInput } from '@harness/core/effects/operation';
import { fail, ok } from '@harness/core/failure';
import type { Performed, Performer } from '@harness/core/performer';
import { Outside } from '../checkout/work.ts';
import { attempt } from '../git/attempt.ts';
import { redacting } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { type Ground, judge, type Wanted } from './judge.ts';

/** `ground` is asked each time: the configuration of the repository may be another after a merge. */
export const releaseGatePerformer = (ground: () => Promise<Ground>): Performer<AbortSignal> =>
  redacting(
    {
      kind: 'release-gate',
      afterCrash: 'repeat', // it changes nothing but reports
      async perform(input, context): Promise<Performed> {
        const { op, args } = input as OperationInput;
        if (op !== 'judge-release') throw new Error(`No such operation of the release gate: ${op}`);
        const here = await ground();
        const outcome = await attempt(op, here.repo, async () => {
          const judged = await judge(here, args as Wanted, context).catch(outside);
          return judged.ok ? ok({ ready: judged.value.report.ready, report: judged.value.reportPath }) : judged;
        });
        return { outcome };
      },
    },
    ownRedactor,
  );

function outside(error: unknown) {
  if (error instanceof Outside) return fail('path.outside', { path: error.path });
  throw error;
}
