/**
 * Chooses one of several passed lanes, by a role that worked in none of them (MO-28).
 *
 *   K3. The judge sees the contract and the changes, but no text of workers or validators.
 *   K4. If the judge's answer is missing or stays unreadable, the smallest change wins; among equals, the lowest number.
 */
import { agent } from '../../../effects/agent.ts';
import { briefFeature, type FeatureBrief, keepSetback } from '../../../effects/features.ts';
import { type ChangeSize, measureChange } from '../../../effects/measure-change.ts';
import { act } from '../../../effects/operation.ts';
import type { Failure } from '../../../failure/failure.ts';
import { defineStep, type Effect } from '../../../machine/machine.ts';
import { type ChangeWeight, rivalLane, rivalName, smallestChange } from '../../../mission/competition.ts';
import { isRetryable } from '../lane/build.ts';
import { commitsOf } from '../lane/job.ts';
import { crosscheck } from '../roles/crosscheck.ts';
import type { RivalShown } from '../roles/rivals.ts';
import {
  type Competition,
  type CompetitionWork,
  competitionOver,
  type Rival,
  rivalField,
  toWinnerLanding,
} from './job.ts';

const step = defineStep<Competition>();

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
      if (!brief.ok) return competitionOver(state, brokenResult(brief.failure));
      const weighed: (RivalShown & ChangeWeight)[] = [];
      for (const { number } of passedRivals(state)) {
        const change = answers[`lane-${number}`];
        if (change === undefined) continue;
        if (!change.ok) return competitionOver(state, brokenResult(change.failure));
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
        // Read-only, with all lanes below the checkout. The checkpoint lets an interrupted call be repeated.
        { cwd: '.', checkpoint: base },
        { feature, task, cwd: '.', rivals: weighed.map(({ number, cwd, diff }) => ({ number, cwd, diff })) },
        { item: feature },
      ),
    }),
    next: (state, { choice }) => {
      if (!choice.ok && !isDecidedByRule(choice.failure)) return competitionOver(state, brokenResult(choice.failure));
      const chosen = choice.ok && choice.value.is === 'chosen' ? choice.value : null;
      if (chosen?.winner === null) return { ...rivalField(state), at: 'setting-back', said: chosen.said };
      if (chosen) return toWinnerLanding(state, chosen.winner, 'judge');
      const smallest = smallestChange(state.weighed);
      return smallest === null ? competitionOver(state, lostResult) : toWinnerLanding(state, smallest, 'smallest');
    },
  }),
  step({
    at: 'setting-back',
    to: ['over'],
    needs: ({ said }) => ({ kept: act(keepSetback, { because: 'competition', said, red: [] }) }),
    // M-28: all lanes stay for the next attempt, and each passed lane learns why it was not chosen.
    next: (state, { kept }) => {
      const setback = kept.ok ? kept.value.file : null;
      const sendBack = ({ number, is, saved, ...rest }: Rival): Rival =>
        is === 'judged'
          ? { number, is: 'failing', saved, setback, why: 'competition' }
          : { number, is, saved, ...rest };
      const rivals = state.rivals.map(sendBack);
      const saved = passedRivals(state)[0]?.saved ?? null;
      const result = { is: 'failing', because: 'competition', setback, saved, issues: [] } as const;
      return competitionOver({ ...rivalField(state), rivals }, result, { winner: null, by: 'judge' });
    },
  }),
];

const passedRivals = ({ rivals }: Pick<CompetitionWork, 'rivals'>) => rivals.filter(({ is }) => is === 'judged');

type Changes = Readonly<Record<`lane-${number}`, Effect<ChangeSize>>>;
type Weighing = Changes & { readonly brief: Effect<FeatureBrief> };

const changesOf = (rivals: readonly Rival[]): Changes =>
  Object.fromEntries(
    passedRivals({ rivals }).flatMap(({ number, saved }) =>
      saved ? [[rivalName(number), act(measureChange, commitsOf(saved))]] : [],
    ),
  );

const brokenResult = (because: Failure) => ({ is: 'broken', because, saved: null }) as const;
const lostResult = { is: 'failing', because: 'lost', setback: null, saved: null, issues: [] } as const;

/** Passed work is already paid for: after these failures the rule of K4 decides. */
const ruleFailures: readonly string[] = ['agent.schema', 'budget.cap-reached', 'agent.budget'];
const isDecidedByRule = (failure: Failure) => ruleFailures.includes(failure.code) || isRetryable(failure);
