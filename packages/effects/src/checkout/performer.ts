/** Performs `checkout`: operations of a run in the user's working tree, each exactly once and without loss of work. */

import { realpath } from 'node:fs/promises';
import type { Performer } from '@harness/core/effects/performer';
import type { InstructionFolders } from '@harness/core/test-guard/instructions';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import { waitForLeftoverGit } from '../git/leftover-git.ts';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import { performApplyPatch, performReadPatch } from './apply-patch.ts';
import { performClearBase, performSurveyBase } from './base.ts';
import { performOpenBranch } from './branch.ts';
import { performClearSession } from './clear.ts';
import { performCommitCheckout } from './commit.ts';
import { performCompareDocument } from './compare-document.ts';
import type { CheckoutContext } from './context.ts';
import { performGuardDocs } from './docs-guard.ts';
import { performFindFailingFiles } from './failing-files.ts';
import { performHoldFiles } from './held-files.ts';
import { performOpenCheckout, performSaveCheckout, performSyncCheckout } from './lane.ts';
import { performPlaceConventions, performPrepareSession } from './prepare.ts';
import { performPublishCheckout } from './publish.ts';
import { performLookAtSession, performReadVerdict } from './read-session.ts';
import { releaseBranch } from './release-branch.ts';
import { performSurveyChange } from './survey.ts';
import { performCompareUserFiles } from './user-files/compare.ts';
import { performKeepUserFiles } from './user-files/keep.ts';
import { performAddProofToReport, performAddVerifierWordsToReport, performWriteVerifyReport } from './verify-report.ts';

const operations: Operations<CheckoutContext> = {
  prepare: performPrepareSession,
  branch: performOpenBranch,
  'keep-user-files': performKeepUserFiles,
  'compare-user-files': performCompareUserFiles,
  look: performLookAtSession,
  'place-conventions': performPlaceConventions,
  'hold-files': performHoldFiles,
  survey: performSurveyChange,
  'compare-document': performCompareDocument,
  'verify-report': performWriteVerifyReport,
  'word-report': performAddVerifierWordsToReport,
  'prove-report': performAddProofToReport,
  'failing-files': performFindFailingFiles,
  'read-patch': performReadPatch,
  'apply-patch': performApplyPatch,
  verdict: performReadVerdict,
  guard: performGuardDocs,
  commit: performCommitCheckout,
  clear: performClearSession,
  leave: releaseBranch,
  'survey-base': performSurveyBase,
  'clear-base': performClearBase,
  open: performOpenCheckout,
  save: performSaveCheckout,
  sync: performSyncCheckout,
  publish: performPublishCheckout,
};

const maxNamed = 10;

/** `repo` may be a folder without git. Only reading large files ends with the signal. */
export const checkoutPerformer = ({
  repo,
  runFolder,
  folders,
}: RunPlaces & { readonly folders?: InstructionFolders }): Performer<AbortSignal> =>
  operationPerformer<CheckoutContext>({
    kind: 'checkout',
    name: 'the checkout',
    repo,
    operations,
    async open({ run, key, interrupted, signal, note }) {
      const kept = (ref: string) => note('work.kept', { ref });
      const restored = async (files: readonly string[]) => {
        const path = files.slice(0, maxNamed).join(', ');
        if (path !== '') await note('agent.denied', { path, step: 'checkout', why: 'frozen' });
      };
      const root = await realpath(repo);
      return { repo: root, run, key, runFolder: runFolder(run), interrupted, folders, signal, kept, restored };
    },
    async around(work, act) {
      await waitForLeftoverGit(work.repo);
      return withLaneLock(work.repo, act);
    },
  });
