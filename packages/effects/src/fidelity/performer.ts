/** Performs `fidelity`: collects the evidence and writes the report. */
import { realpath } from 'node:fs/promises';
import type { OperationInput } from '@harness/core/effects/operation';
import type { Performed, Performer } from '@harness/core/effects/performer';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import type { PlansContext } from '../plans/context.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { type ProductGround, reportFidelity, surveyProduct } from './survey.ts';

interface Settings {
  readonly repo: string;
  runFolder(run: string): string;
  /** Called for each operation: a merge may change the configuration of the repository. */
  ground(): Promise<ProductGround>;
}

type Perform = (work: PlansContext, args: never, ground: () => Promise<ProductGround>) => Promise<Outcome<unknown>>;

const operations: Readonly<Record<string, Perform>> = {
  'survey-product': async (work, args: Parameters<typeof surveyProduct>[1], ground) =>
    surveyProduct(work, args, await ground()),
  'report-fidelity': reportFidelity,
};

export const fidelityPerformer = (settings: Settings): Performer<AbortSignal> =>
  withRedaction(performerFor(settings), ownRedactor);

const performerFor = ({ repo, runFolder, ground }: Settings): Performer<AbortSignal> => ({
  kind: 'fidelity',
  afterCrash: 'reconcile',
  async perform(input, { run, key, interrupted }): Promise<Performed> {
    const { op, args } = input as OperationInput;
    const perform = operations[op];
    if (perform === undefined) throw new Error(`No such operation of fidelity: ${op}`);
    const outcome = await toGitOutcome(op, repo, async () => {
      const work: PlansContext = { repo: await realpath(repo), run, key, runFolder: runFolder(run), interrupted };
      return perform(work, args as never, ground).catch(outsideFailure);
    });
    return { outcome };
  },
});

function outsideFailure(error: unknown): Outcome<never> {
  if (error instanceof OutsideCheckoutError) return fail('path.outside', { path: error.path });
  throw error;
}
