/**
 * The lane that won is merged as every lane is (L1 to L3); only then the others go. What they held stays under kept refs.
 *
 *   K5. No lane goes before the winner is merged; where nothing is merged, all stay for the next attempt (M-28).
 */
import { closeLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { type Needs, stepsOf } from '../../../machine/machine.ts';
import { rivalLane, rivalName } from '../../../mission/competition.ts';
import { rivalAfterLane, rivalCall } from './build-rivals.ts';
import { type Competition, competitionOver, type Rival, type RivalField, rivalField } from './job.ts';

const step = stepsOf<Competition>();

export const closeRivalSteps = [
  step({
    at: 'landing',
    to: ['clearing', 'over'],
    needs: ({ each, rivals, verdict: { winner } }) => {
      const rival = rivalOf(rivals, winner);
      return { landed: rivalCall(each, rival, 'merged', { judged: { issues: rival.issues ?? [] } }) };
    },
    next: (state, { landed: { result } }) => {
      const { verdict } = state;
      const rivals = state.rivals.map((rival) =>
        rival.number === verdict.winner ? rivalAfterLane(rival, result) : rival,
      );
      const after = { ...rivalField(state), rivals };
      if (result?.is === 'passed') return { ...after, at: 'clearing', verdict, result };
      return competitionOver(after, result ?? interrupted, verdict);
    },
  }),
  step({
    at: 'clearing',
    to: ['over'],
    needs: ({ each, rivals, verdict: { winner } }) =>
      closeLanes({ each, rivals: rivals.filter(({ number }) => number !== winner) }),
    // Whatever became of their worktrees, the feature is merged; the journal holds a close that failed.
    next: ({ result, verdict }) => ({ at: 'over', result: { ...result, verdict } }),
  }),
];

const interrupted = { is: 'failing', because: 'interrupted', setback: null, saved: null, issues: [] } as const;

function rivalOf(rivals: readonly Rival[], winner: number): Rival {
  const found = rivals.find(({ number }) => number === winner);
  if (!found) throw new Error(`There is no ${rivalName(winner)}`);
  return found;
}

/** What is in them is kept under a ref, then they go. */
export const closeLanes = ({ each, rivals }: RivalField): Needs =>
  Object.fromEntries(
    rivals.map(({ number }) => [
      rivalName(number),
      act(closeLane, { lane: null, name: rivalLane(each.feature, number) }),
    ]),
  );
