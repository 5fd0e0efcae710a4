/**
 * What a machine may ask of the user's own checkout: folders, products and reports in it, a branch, a patch, a commit,
 * and clearing up. Only what a run made is ever taken away.
 *
 * Every operation can be looked for or repeated after a crash, so that none happens twice.
 */
import { clearBase, surveyBase } from './checkout/docs-base.ts';
import { clearSession, commitCheckout, guardDocs, leaveBranch } from './checkout/finish.ts';
import { checkoutLaneOperations } from './checkout/lane.ts';
import { applyPatch, readPatch } from './checkout/patch.ts';
import { findFailingFiles, readVerdict, wordVerifyReport, writeVerifyReport } from './checkout/report.ts';
import { lookAtSession, openBranch, placeConventions, prepareSession, surveyChange } from './checkout/session.ts';

export * from './checkout/docs-base.ts';
export * from './checkout/finish.ts';
export * from './checkout/lane.ts';
export * from './checkout/patch.ts';
export * from './checkout/report.ts';
export * from './checkout/session.ts';

export const checkoutOperations = {
  prepareSession,
  openBranch,
  lookAtSession,
  placeConventions,
  surveyChange,
  writeVerifyReport,
  wordVerifyReport,
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
