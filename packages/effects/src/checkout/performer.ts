/** Performs `checkout`: operations of a run in the user's working tree, each exactly once and without loss of work. */
import { realpath } from 'node:fs/promises';
import type { OperationInput } from '@harness/core/effects/operation';
import type { PerformContext, Performed, Performer } from '@harness/core/effects/performer';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { toGitOutcome } from '../git/git-outcome.ts';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import { waitForLeftoverGit } from '../git/leftover-git.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { applyPatch, readPatch } from './apply-patch.ts';
import { clearBase, surveyBase } from './base.ts';
import { openBranch } from './branch.ts';
import { clearSession } from './clear.ts';
import { commitCheckout } from './commit.ts';
import { type CheckoutContext, OutsideCheckoutError } from './context.ts';
import { guardDocs } from './docs-guard.ts';
import { findFailingFiles } from './failing-files.ts';
import { openCheckout, saveCheckout, syncCheckout } from './lane.ts';
import { placeConventions, prepareSession } from './prepare.ts';
import { publishCheckout } from './publish.ts';
import { lookAtSession, readVerdict } from './read-session.ts';
import { releaseBranch } from './release-branch.ts';
import { surveyChange } from './survey.ts';
import { wordVerifyReport, writeVerifyReport } from './verify-report.ts';

interface Settings {
  /** Root of the user's working tree, or a folder without git. */
  readonly repo: string;
  runFolder(run: string): string;
}

type Perform = (work: CheckoutContext, args: never) => Promise<Outcome<unknown>>;

const operations: Readonly<Record<string, Perform>> = {
  prepare: prepareSession,
  branch: openBranch,
  look: lookAtSession,
  'place-conventions': placeConventions,
  survey: surveyChange,
  'verify-report': writeVerifyReport,
  'word-report': wordVerifyReport,
  'failing-files': findFailingFiles,
  'read-patch': readPatch,
  'apply-patch': applyPatch,
  verdict: readVerdict,
  guard: guardDocs,
  commit: commitCheckout,
  clear: clearSession,
  leave: releaseBranch,
  'survey-base': surveyBase,
  'clear-base': clearBase,
  open: openCheckout,
  save: saveCheckout,
  sync: syncCheckout,
  publish: publishCheckout,
};

/** Ignores the signal: operations are short and should complete. */
export const checkoutPerformer = (settings: Settings): Performer<AbortSignal> =>
  withRedaction(performerFor(settings), ownRedactor);

const performerFor = (settings: Settings): Performer<AbortSignal> => ({
  kind: 'checkout',
  afterCrash: 'reconcile',
  async perform(input, context): Promise<Performed> {
    const { op, args } = input as OperationInput;
    const perform = operations[op];
    if (perform === undefined) throw new Error(`No such operation of the checkout: ${op}`);
    const outcome = await toGitOutcome(op, settings.repo, async () => {
      const work = await workOf(settings, context);
      await waitForLeftoverGit(work.repo);
      return withLaneLock(work.repo, () => perform(work, args as never)).catch(outsideFailure);
    });
    return { outcome };
  },
});

function outsideFailure(error: unknown): Outcome<never> {
  if (error instanceof OutsideCheckoutError) return fail('path.outside', { path: error.path });
  throw error;
}

async function workOf({ repo, runFolder }: Settings, context: PerformContext<AbortSignal>): Promise<CheckoutContext> {
  const { run, key, interrupted } = context;
  const kept = (ref: string) => context.note('work.kept', { ref });
  return { repo: await realpath(repo), run, key, runFolder: runFolder(run), interrupted, kept };
}
