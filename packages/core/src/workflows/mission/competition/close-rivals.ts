/**
 * Merges the winning lane like every lane (L1 to L3), then closes the others. Their work stays under kept refs.
 *
 *   K5. No lane is closed before the winner is merged; if nothing is merged, all lanes stay for the next attempt (M-28).
 */
import { closeLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { defineStep, type Needs } from '../../../machine/machine.ts';
import { rivalLane, rivalName } from '../../../mission/competition.ts';
import { interrupted, rivalAfterLane, rivalCall } from './build-rivals.ts';
import { type Competition, type CompetitionWork, competitionOver, type Rival, rivalField } from './job.ts';

const step = defineStep<Competition>();

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
    // The feature is merged even if a worktree could not be closed; the journal records that failure.
    next: ({ result, verdict }) => ({ at: 'over', result: { ...result, verdict } }),
  }),
];

function rivalOf(rivals: readonly Rival[], winner: number): Rival {
  const found = rivals.find(({ number }) => number === winner);
  if (!found) throw new Error(`There is no ${rivalName(winner)}`);
  return found;
}

/** Keeps the work of each lane under a ref, then closes it. */
export const closeLanes = ({ each, rivals }: CompetitionWork): Needs =>
  Object.fromEntries(
    rivals.map(({ number }) => [
      rivalName(number),
      act(closeLane, { lane: null, name: rivalLane(each.feature, number) }),
    ]),
  );
