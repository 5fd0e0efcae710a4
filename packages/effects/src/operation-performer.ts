/** Performs the operations of a kind of effects, each by its name. */
import type { OperationInput } from '@harness/core/effects/operation';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { OutsideCheckoutError } from './checkout/context.ts';
import { toGitOutcome } from './git/git-outcome.ts';
import { withRedaction } from './secret/performer.ts';
import { ownRedactor } from './secret/redactor.ts';

export interface RunPlaces {
  /** Absolute root of the target repository. */
  readonly repo: string;
  /** Absolute folder of a run. */
  runFolder(run: string): string;
}

export type Operations<Work> = Readonly<Record<string, (work: Work, args: never) => Promise<Outcome<unknown>>>>;

interface OperationKind<Work> {
  readonly kind: string;
  /** Name in the error for an unknown operation; default: the kind. */
  readonly name?: string;
  readonly repo: string;
  readonly operations: Operations<Work>;
  open(context: PerformContext<AbortSignal>): Promise<Work>;
  /** Runs an operation, for example while it holds a lock; default: directly. */
  around?(work: Work, act: () => Promise<Outcome<unknown>>): Promise<Outcome<unknown>>;
}

export const operationPerformer = <Work>(of: OperationKind<Work>): Performer<AbortSignal> =>
  withRedaction(
    {
      kind: of.kind,
      afterCrash: 'reconcile',
      async perform(input, context) {
        const { op, args } = input as OperationInput;
        const perform = of.operations[op];
        if (perform === undefined) throw new Error(`No such operation of ${of.name ?? of.kind}: ${op}`);
        const outcome = await toGitOutcome(op, of.repo, async () => {
          const work = await of.open(context);
          const act = () => perform(work, args as never);
          return (of.around ? of.around(work, act) : act()).catch(outsideFailure);
        });
        return { outcome };
      },
    },
    ownRedactor,
  );

export function outsideFailure(error: unknown): Outcome<never> {
  if (error instanceof OutsideCheckoutError) return fail('path.outside', { path: error.path });
  throw error;
}
