/** Performs `features`: the files of a mission in the checkout, and the briefs of its lanes. */
import { realpath } from 'node:fs/promises';
import type { OperationInput } from '@harness/core/effects/operation';
import type { Performed, Performer } from '@harness/core/effects/performer';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { adoptPlan } from './adopt.ts';
import { briefFeature, keepSetback, outlineFeatures } from './brief.ts';
import { type FeaturesContext, InvalidPlanError } from './context.ts';
import { convertIssues } from './convert.ts';
import { lookForPlan } from './find-plan.ts';
import { keepMemory } from './memory.ts';
import { settleNote, writeNote } from './notes.ts';
import { lookAtEdit, setEditAside, takeEdit } from './plan-edit.ts';

interface Settings {
  readonly repo: string;
  runFolder(run: string): string;
}

type Perform = (work: FeaturesContext, args: never) => Promise<Outcome<unknown>>;

const operations: Readonly<Record<string, Perform>> = {
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
export const featuresPerformer = (settings: Settings): Performer<AbortSignal> =>
  withRedaction(performerFor(settings), ownRedactor);

const performerFor = ({ repo, runFolder }: Settings): Performer<AbortSignal> => ({
  kind: 'features',
  afterCrash: 'reconcile',
  async perform(input, { run, key }): Promise<Performed> {
    const { op, args } = input as OperationInput;
    const perform = operations[op];
    if (perform === undefined) throw new Error(`No such operation of features: ${op}`);
    const outcome = await toGitOutcome(op, repo, async () => {
      const work: FeaturesContext = { repo: await realpath(repo), run, key, runFolder: await realpath(runFolder(run)) };
      return perform(work, args as never).catch(expectedFailure);
    });
    return { outcome };
  },
});

function expectedFailure(error: unknown): Outcome<never> {
  if (error instanceof OutsideCheckoutError) return fail('path.outside', { path: error.path });
  if (error instanceof InvalidPlanError) return fail('features.broken', { detail: error.message });
  throw error;
}
