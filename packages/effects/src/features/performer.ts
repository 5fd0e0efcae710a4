/** Performs `features`: the files of a mission in the checkout, and the briefs of its lanes. */

import { realpath } from 'node:fs/promises';
import type { Performer } from '@harness/core/effects/performer';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import { performAdoptPlan } from './adopt.ts';
import { performBriefFeature, performKeepSetback, performOutlineFeatures } from './brief.ts';
import { type FeaturesContext, InvalidPlanError } from './context.ts';
import { performConvertIssues } from './convert.ts';
import { performFindMissionPlan } from './find-plan.ts';
import { performKeepMemory } from './memory.ts';
import { performSettleNote, performWriteNote } from './notes.ts';
import { performBackUpPlanEdit, performCheckPlanEdit, performImportPlanEdit } from './plan-edit.ts';

const operations: Operations<FeaturesContext> = {
  'look-for-plan': performFindMissionPlan,
  'adopt-plan': performAdoptPlan,
  'brief-feature': performBriefFeature,
  'keep-setback': performKeepSetback,
  'convert-issues': performConvertIssues,
  'look-at-edit': performCheckPlanEdit,
  'take-edit': performImportPlanEdit,
  'set-edit-aside': performBackUpPlanEdit,
  'outline-features': performOutlineFeatures,
  'keep-memory': performKeepMemory,
  'write-note': performWriteNote,
  'settle-note': performSettleNote,
};

/** Ignores the signal: operations are short and should complete. */
export const featuresPerformer = ({ repo, runFolder }: RunPlaces): Performer<AbortSignal> =>
  operationPerformer<FeaturesContext>({
    kind: 'features',
    repo,
    operations,
    open: async ({ run, key }) => ({
      repo: await realpath(repo),
      run,
      key,
      runFolder: await realpath(runFolder(run)),
    }),
    around: (_, act) => act().catch(invalidPlanFailure),
  });

function invalidPlanFailure(error: unknown): Outcome<never> {
  if (error instanceof InvalidPlanError) return fail('features.broken', { detail: error.message });
  throw error;
}
