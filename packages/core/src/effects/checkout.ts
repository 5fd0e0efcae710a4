/**
 * Operations in the user's checkout: session folders, reports, a branch, a patch, a commit, and cleanup. Only files that a
 * run created are removed.
 *
 * The result of every operation can be found or produced again after a crash, so that none happens twice.
 */
import { clearBase, surveyBase } from './checkout/docs-base.ts';
import { compareDocument } from './checkout/document.ts';
import { clearSession, commitCheckout, guardDocs, leaveBranch } from './checkout/finish.ts';
import { holdFiles } from './checkout/held-files.ts';
import { checkoutLaneOperations } from './checkout/lane.ts';
import { applyPatch, readPatch } from './checkout/patch.ts';
import {
  addProofToReport,
  addVerifierWordsToReport,
  findFailingFiles,
  readVerdict,
  writeVerifyReport,
} from './checkout/report.ts';
import { openBranch, placeConventions, prepareSession, readSessionFiles, surveyChange } from './checkout/session.ts';
import { compareUserFiles, keepUserFiles } from './checkout/user-files.ts';

export * from './checkout/docs-base.ts';
export * from './checkout/document.ts';
export * from './checkout/finish.ts';
export * from './checkout/held-files.ts';
export * from './checkout/lane.ts';
export * from './checkout/patch.ts';
export * from './checkout/report.ts';
export * from './checkout/session.ts';
export * from './checkout/user-files.ts';

export const checkoutOperations = {
  prepareSession,
  openBranch,
  keepUserFiles,
  compareUserFiles,
  lookAtSession: readSessionFiles,
  placeConventions,
  holdFiles,
  surveyChange,
  compareDocument,
  writeVerifyReport,
  wordVerifyReport: addVerifierWordsToReport,
  addProofToReport,
  findFailingFiles,
  readPatch,
  applyPatch,
  readVerdict,
  guardDocs,
  commitCheckout,
  clearSession,
  surveyBase,
  clearBase,
  leaveBranch,
  ...checkoutLaneOperations,
};
