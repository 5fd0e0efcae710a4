/** Explores every path through deliver over every possible answer of forge, git and agents. */
import { expect, test } from 'vitest';
import { forgeOperations, mergePull } from '../../effects/forge.ts';
import { gitOperations } from '../../effects/git.ts';
import type { EffectVocabulary } from '../../effects/kinds.ts';
import type { OperationInput } from '../../effects/operation.ts';
import type { Needs } from '../../machine/machine.ts';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import { mergeChecker } from '../plan/roles/merge-checker.ts';
import { preparer } from '../plan/roles/preparer.ts';
import type { DeliverJob, DeliverState } from './job.ts';
import { deliver } from './machine.ts';
import { job } from './testing/job.ts';

const words: EffectVocabulary = {
  roles: { [preparer.id]: preparer, [mergeChecker.id]: mergeChecker },
  operations: [...Object.values(gitOperations), ...Object.values(forgeOperations)],
  machines: {},
};

/** Facts about the head to be merged. */
interface Seen {
  readonly checked: boolean;
  readonly looked: boolean;
  readonly labelled: boolean;
}
const start: Seen = { checked: false, looked: false, labelled: false };

function after(seen: Seen, { from, to }: Omit<Move<DeliverState, Seen>, 'seen'>): Seen {
  if (from.at === 'watching-checks') return { ...seen, checked: to.at === 'reading' };
  if (from.at === 'judging') return { ...seen, looked: to.at === 'labelling' };
  if (from.at === 'labelling') return { ...seen, labelled: to.at === 'merging' };
  return seen;
}

const asksForMerge = (needs: Needs) =>
  Object.values(needs).some(({ input }) => (input as Partial<OperationInput>).op === mergePull.op);

const promises: NonNullable<Exploration<DeliverJob, DeliverState, Seen>['states']> = {
  'D-22, DO-10 no merge before the checks succeed': (_, needs, { checked }) => !asksForMerge(needs) || checked,
  'D-29 no merge without the approval of the merge checker': (_, needs, { looked }) => !asksForMerge(needs) || looked,
  'DO-08 no merge without its label': (_, needs, { labelled }) => !asksForMerge(needs) || labelled,
};

test('every path through deliver keeps its invariants, and ends', () => {
  const { states, moves, broken } = explore(deliver, {
    inputs: [job, { ...job, onto: 'b1', pull: 1 }],
    words,
    history: { start, after },
    states: promises,
    limit: 5_000,
  });
  console.log(`deliver: ${states} states, ${moves} moves`);
  expect(broken).toEqual([]);
});

test('the exploration finds a deliver that merges without approval', () => {
  const step = deliver.steps.get('reading');
  if (!step) throw new Error('reading has no step');
  const wrong = {
    ...step,
    next: (state: DeliverState, answers: never) => {
      const to = step.next(state, answers);
      return to.at === 'judging' ? ({ ...to, at: 'merging' } as unknown as DeliverState) : to;
    },
  };
  const brokenDeliver = { ...deliver, steps: new Map([...deliver.steps, ['reading', wrong]]) };
  const { broken } = explore(brokenDeliver, {
    inputs: [job, { ...job, onto: 'b1', pull: 1 }],
    words,
    history: { start, after },
    states: promises,
    limit: 5_000,
  });
  expect(broken).toContainEqual(expect.stringMatching(/^D-29/));
});
