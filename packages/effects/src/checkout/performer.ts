/** Performs `checkout`: operations of a run in the user's working tree, each exactly once and without loss of work. */

import { realpath } from 'node:fs/promises';
import type { Performer } from '@harness/core/effects/performer';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import { waitForLeftoverGit } from '../git/leftover-git.ts';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import { applyPatch, readPatch } from './apply-patch.ts';
import { clearBase, surveyBase } from './base.ts';
import { openBranch } from './branch.ts';
import { clearSession } from './clear.ts';
import { commitCheckout } from './commit.ts';
import type { CheckoutContext } from './context.ts';
import { guardDocs } from './docs-guard.ts';
import { findFailingFiles } from './failing-files.ts';
import { openCheckout, saveCheckout, syncCheckout } from './lane.ts';
import { placeConventions, prepareSession } from './prepare.ts';
import { publishCheckout } from './publish.ts';
import { lookAtSession, readVerdict } from './read-session.ts';
import { releaseBranch } from './release-branch.ts';
import { surveyChange } from './survey.ts';
import { wordVerifyReport, writeVerifyReport } from './verify-report.ts';

const operations: Operations<CheckoutContext> = {
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

/** `repo` may be a folder without git. Ignores the signal: operations are short and should complete. */
export const checkoutPerformer = ({ repo, runFolder }: RunPlaces): Performer<AbortSignal> =>
  operationPerformer<CheckoutContext>({
    kind: 'checkout',
    name: 'the checkout',
    repo,
    operations,
    async open({ run, key, interrupted, note }) {
      const kept = (ref: string) => note('work.kept', { ref });
      return { repo: await realpath(repo), run, key, runFolder: runFolder(run), interrupted, kept };
    },
    async around(work, act) {
      await waitForLeftoverGit(work.repo);
      return withLaneLock(work.repo, act);
    },
  });
