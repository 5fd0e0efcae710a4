/**
 * More than one lane has passed: somebody who was in none of them chooses (MO-28).
 *
 *   K3. Who chooses sees the contract and the changes, nothing of what anybody said.
 *   K4. An answer that did not come, or cannot be read after its repair turn, is no reason to throw away what passed: then
 *       the smallest change wins, and of those the lowest number.
 */
import { agent } from '../../../effects/agent.ts';
import { briefFeature, type FeatureBrief, keepSetback } from '../../../effects/features.ts';
import { type ChangeSize, measureChange } from '../../../effects/measure-change.ts';
import { act } from '../../../effects/operation.ts';
import type { Failure } from '../../../failure/failure.ts';
import { type Effect, stepsOf } from '../../../machine/machine.ts';
import { type ChangeWeight, rivalLane, rivalName, smallestChange } from '../../../mission/competition.ts';
import { isWorthAnother } from '../lane/build.ts';
import { crosscheck } from '../roles/crosscheck.ts';
import type { RivalShown } from '../roles/rivals.ts';
import { type Competition, competitionOver, type Rival, type RivalField, rivalField, toWinnerLanding } from './job.ts';

const step = stepsOf<Competition>();

export const chooseSteps = [
  step({
    at: 'weighing',
    to: ['choosing', 'over'],
    needs: ({ each: { plan, feature }, rivals }): Weighing => ({
      brief: act(briefFeature, { plan, feature, setback: null }),
      ...changesOf(rivals),
    }),
    next: (state, answers) => {
      const { brief } = answers;
      if (!brief.ok) return competitionOver(state, broken(brief.failure));
      const weighed: (RivalShown & ChangeWeight)[] = [];
      for (const { number } of passed(state)) {
        const change = answers[`lane-${number}`];
        if (change === undefined) continue;
        if (!change.ok) return competitionOver(state, broken(change.failure));
        weighed.push({ number, cwd: `.harness/worktrees/${rivalLane(state.each.feature, number)}`, ...change.value });
      }
      return { ...rivalField(state), at: 'choosing', task: brief.value.task, weighed };
    },
  }),
  step({
    at: 'choosing',
    to: ['landing', 'setting-back', 'over'],
    needs: ({ each: { feature, base }, task, weighed }) => ({
      choice: agent(
        crosscheck,
        // It only reads, and all lanes are below the checkout; with a checkpoint a call that was cut off is made again.
        { cwd: '.', checkpoint: base },
        { feature, task, cwd: '.', rivals: weighed.map(({ number, cwd, diff }) => ({ number, cwd, diff })) },
        { item: feature },
      ),
    }),
    next: (state, { choice }) => {
      if (!choice.ok && !isForTheRule(choice.failure)) return competitionOver(state, broken(choice.failure));
      const chosen = choice.ok && choice.value.is === 'chosen' ? choice.value : null;
      if (chosen?.winner === null) return { ...rivalField(state), at: 'setting-back', said: chosen.said };
      if (chosen) return toWinnerLanding(state, chosen.winner, 'judge');
      const smallest = smallestChange(state.weighed);
      return smallest === null ? competitionOver(state, lost) : toWinnerLanding(state, smallest, 'smallest');
    },
  }),
  step({
    at: 'setting-back',
    to: ['over'],
    needs: ({ said }) => ({ kept: act(keepSetback, { because: 'competition', said, red: [] }) }),
    // M-28: all lanes stay for the next attempt, and each that had passed is told why it was not taken.
    next: (state, { kept }) => {
      const setback = kept.ok ? kept.value.file : null;
      const sentBack = ({ number, is, saved, ...rest }: Rival): Rival =>
        is === 'judged'
          ? { number, is: 'failing', saved, setback, why: 'competition' }
          : { number, is, saved, ...rest };
      const rivals = state.rivals.map(sentBack);
      const saved = passed(state)[0]?.saved ?? null;
      const result = { is: 'failing', because: 'competition', setback, saved, issues: [] } as const;
      return competitionOver({ ...rivalField(state), rivals }, result, { winner: null, by: 'judge' });
    },
  }),
];

const passed = ({ rivals }: Pick<RivalField, 'rivals'>) => rivals.filter(({ is }) => is === 'judged');

type Changes = Readonly<Record<`lane-${number}`, Effect<ChangeSize>>>;
type Weighing = Changes & { readonly brief: Effect<FeatureBrief> };

const changesOf = (rivals: readonly Rival[]): Changes =>
  Object.fromEntries(
    passed({ rivals }).flatMap(({ number, saved }) => (saved ? [[rivalName(number), act(measureChange, saved)]] : [])),
  );

const broken = (because: Failure) => ({ is: 'broken', because, saved: null }) as const;
const lost = { is: 'failing', because: 'lost', setback: null, saved: null, issues: [] } as const;

/** What passed was paid for: neither a cap nor an answer that makes no sense takes it back. */
const forTheRule: readonly string[] = ['agent.schema', 'budget.cap-reached', 'agent.budget'];
const isForTheRule = (failure: Failure) => forTheRule.includes(failure.code) || isWorthAnother(failure);
