/** Performs `features`: the files of a mission in the checkout, and the briefs of its lanes. */

import { realpath } from 'node:fs/promises';
import type { Performer } from '@harness/core/effects/performer';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { type Operations, operationPerformer, type RunPlaces } from '../operation-performer.ts';
import { adoptPlan } from './adopt.ts';
import { briefFeature, keepSetback, outlineFeatures } from './brief.ts';
import { type FeaturesContext, InvalidPlanError } from './context.ts';
import { convertIssues } from './convert.ts';
import { lookForPlan } from './find-plan.ts';
import { keepMemory } from './memory.ts';
import { settleNote, writeNote } from './notes.ts';
import { lookAtEdit, setEditAside, takeEdit } from './plan-edit.ts';

const operations: Operations<FeaturesContext> = {
  'look-for-plan': lookForPlan,
  'adopt-plan': adoptPlan,
  'brief-feature': briefFeature,
  'keep-setback': keepSetback,
  'convert-issues': convertIssues,
  'look-at-edit': lookAtEdit,
  'take-edit': takeEdit,
  'set-edit-aside': setEditAside,
  'outline-features': outlineFeatures,
  'keep-memory': keepMemory,
  'write-note': writeNote,
  'settle-note': settleNote,
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
