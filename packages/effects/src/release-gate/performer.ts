/** Performs `release-gate`: asked after a merge, whether the product may be released (D-46). */
import type { OperationInput } from '@harness/core/effects/operation';
import type { Performed, Performer } from '@harness/core/effects/performer';
import { fail, ok } from '@harness/core/failure/failure';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { type ReleaseGateSetup, type ReleaseRequest, runReleaseGate } from './judge.ts';

/** `ground` is asked each time: the configuration of the repository may be another after a merge. */
export const releaseGatePerformer = (ground: () => Promise<ReleaseGateSetup>): Performer<AbortSignal> =>
  withRedaction(
    {
      kind: 'release-gate',
      afterCrash: 'repeat', // it changes nothing but reports
      async perform(input, context): Promise<Performed> {
        const { op, args } = input as OperationInput;
        if (op !== 'judge-release') throw new Error(`No such operation of the release gate: ${op}`);
        const here = await ground();
        const outcome = await toGitOutcome(op, here.repo, async () => {
          const judged = await runReleaseGate(here, args as ReleaseRequest, context).catch(outside);
          return judged.ok ? ok({ ready: judged.value.report.ready, report: judged.value.reportPath }) : judged;
        });
        return { outcome };
      },
    },
    ownRedactor,
  );

function outside(error: unknown) {
  if (error instanceof OutsideCheckoutError) return fail('path.outside', { path: error.path });
  throw error;
}
