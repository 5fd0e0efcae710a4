/** Performs `plans`: reads the plan files of the checkout, and writes new ones. */

import { realpath } from 'node:fs/promises';
import type { Performer } from '@harness/core/effects/performer';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import type { ClaimPlan, PlansContext } from './context.ts';
import { performEmitPlans } from './emit.ts';
import { performPickPlan } from './pick.ts';
import { performSurveyPlans } from './survey.ts';

const operations: Operations<PlansContext> = {
  'survey-plans': performSurveyPlans,
  'emit-plans': performEmitPlans,
  'pick-plan': performPickPlan,
};

/** Ignores the signal: operations are short and should complete. */
export const plansPerformer = ({
  repo,
  runFolder,
  claimPlan,
}: RunPlaces & { readonly claimPlan?: ClaimPlan }): Performer<AbortSignal> =>
  operationPerformer<PlansContext>({
    kind: 'plans',
    repo,
    operations,
    open: async ({ run, key, interrupted }) => ({
      repo: await realpath(repo),
      run,
      key,
      runFolder: runFolder(run),
      interrupted,
      ...(claimPlan ? { claimPlan } : {}),
    }),
    around: (work, act) => withLaneLock(work.repo, act),
  });
