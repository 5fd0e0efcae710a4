/** Performs `plans`: reads the plan files of the checkout, and writes new ones. */
import { realpath } from 'node:fs/promises';
import type { OperationInput } from '@harness/core/effects/operation';
import type { Performed, Performer } from '@harness/core/effects/performer';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { PlansContext } from './context.ts';
import { emitPlans } from './emit.ts';
import { pickPlan } from './pick.ts';
import { surveyPlans } from './survey.ts';

interface Settings {
  readonly repo: string;
  runFolder(run: string): string;
}

type Perform = (work: PlansContext, args: never) => Promise<Outcome<unknown>>;

const operations: Readonly<Record<string, Perform>> = {
  'survey-plans': surveyPlans,
  'emit-plans': emitPlans,
  'pick-plan': pickPlan,
};

/** Ignores the signal: operations are short and should complete. */
export const plansPerformer = (settings: Settings): Performer<AbortSignal> =>
  withRedaction(performerFor(settings), ownRedactor);

const performerFor = ({ repo, runFolder }: Settings): Performer<AbortSignal> => ({
  kind: 'plans',
  afterCrash: 'reconcile',
  async perform(input, { run, key, interrupted }): Promise<Performed> {
    const { op, args } = input as OperationInput;
    const perform = operations[op];
    if (perform === undefined) throw new Error(`No such operation of plans: ${op}`);
    const outcome = await toGitOutcome(op, repo, async () => {
      const work: PlansContext = { repo: await realpath(repo), run, key, runFolder: runFolder(run), interrupted };
      return withLaneLock(work.repo, () => perform(work, args as never)).catch(outsideFailure);
    });
    return { outcome };
  },
});

function outsideFailure(error: unknown): Outcome<never> {
  if (error instanceof OutsideCheckoutError) return fail('path.outside', { path: error.path });
  throw error;
}
