/** Performs `release-gate`: decides after a merge whether the product may be released (D-46). */

import type { OperationInput } from '@harness/core/effects/operation';
import type { Performer, PerformResult } from '@harness/core/effects/performer';
import { ok } from '@harness/core/failure/failure';
import { toGitOutcome } from '../git/git-outcome.ts';
import { outsideFailure } from '../operation-performer.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { type ReleaseGateSetup, type ReleaseRequest, runReleaseGate } from './judge.ts';

/** `readSetup` is called each time: a merge may change the configuration of the repository. */
export const releaseGatePerformer = (readSetup: () => Promise<ReleaseGateSetup>): Performer<AbortSignal> =>
  withRedaction(
    {
      kind: 'release-gate',
      afterCrash: 'repeat', // it writes only reports
      async perform(input, context): Promise<PerformResult> {
        const { op, args } = input as OperationInput;
        if (op !== 'judge-release') throw new Error(`No such operation of the release gate: ${op}`);
        const setup = await readSetup();
        const outcome = await toGitOutcome(op, setup.repo, async () => {
          const judged = await runReleaseGate(setup, args as ReleaseRequest, context).catch(outsideFailure);
          return judged.ok ? ok({ ready: judged.value.report.ready, report: judged.value.reportPath }) : judged;
        });
        return { outcome };
      },
    },
    ownRedactor,
  );
