/** Explores every path through every phase over every possible answer of git, forge, checks and agents. */
import { expect, test } from 'vitest';
import { findPull, forgeOperations, readPull } from '../../effects/forge.ts';
import { commitLane, gitOperations } from '../../effects/git.ts';
import type { EffectVocabulary } from '../../effects/kinds.ts';
import type { OperationInput } from '../../effects/operation.ts';
import { takeScreenshots } from '../../effects/screens.ts';
import type { Needs } from '../../machine/machine.ts';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import { converge } from '../converge/machine.ts';
import { roles } from '../loaded.ts';
import type { PhaseJob, PhaseState } from './job.ts';
import { phase } from './machine.ts';
import { jobs } from './testing/jobs.ts';

const words: EffectVocabulary = {
  roles,
  operations: [...Object.values(gitOperations), ...Object.values(forgeOperations), takeScreenshots],
  machines: { converge },
};

interface Seen {
  readonly lane: 'none' | 'open' | 'closed';
}
const start: Seen = { lane: 'none' };

function after(seen: Seen, { from, to }: Omit<Move<PhaseState, Seen>, 'seen'>): Seen {
  if (from.at === 'opening' && to.at !== 'failed') return { lane: 'open' };
  return from.at === 'closing' ? { lane: 'closed' } : seen;
}

const opsIn = (needs: Needs) =>
  Object.values(needs).flatMap(({ input, kind }) => (kind === 'forge' ? [(input as OperationInput).op] : []));
const reading: readonly string[] = [findPull.op, readPull.op];

const promises: NonNullable<Exploration<PhaseJob, PhaseState, Seen>['states']> = {
  'D-23 no phase pushes, labels or merges': (_, needs) => opsIn(needs).every((op) => reading.includes(op)),
  'D-23 no phase commits: only converge does': (_, needs) =>
    !Object.values(needs).some(({ input }) => (input as Partial<OperationInput>).op === commitLane.op),
  'D-79 only a reviewed commit is prepared': (state) =>
    state.at !== 'preparing' || state.change.head === state.job.review.head,
  'DO-09 the merge checker sees only a reviewed commit': (state) =>
    state.at !== 'judging' || state.job.review?.head === state.change.head,
  'an open lane is closed before the end': (state, _, { lane }) => !(state.at in phase.ends) || lane !== 'open',
  'M6 a stopped phase releases its lane': (state, _, { lane }) => lane !== 'open' || 'closed' in phase.release(state),
};

test('every path through every phase keeps its invariants, and ends', () => {
  const other = { head: 'c9', followUps: [] };
  const inputs: readonly PhaseJob[] = [
    ...Object.values(jobs),
    { ...jobs['prepare-pr'], review: other },
    { ...jobs['merge-check'], review: other },
    { ...jobs['merge-check'], review: null, e2e: 'missing', evidence: null },
  ];
  const { states, moves, broken } = explore(phase, {
    inputs,
    words,
    history: { start, after },
    states: promises,
    limit: 5_000,
  });
  console.log(`phase: ${states} states, ${moves} moves`);
  expect(broken).toEqual([]);
});
