/**
 * Builds a feature in all lanes of a competition, as parallel child runs, then judges every lane with green checks.
 *
 *   K1. A failed lane delays no other: its result counts only if no lane is left.
 *   K2. A stop in one lane stops all lanes.
 */
import { type CallResult, call } from '../../../effects/call.ts';
import type { InfallibleEffect } from '../../../machine/machine.ts';
import { defineStep } from '../../../machine/machine.ts';
import { rivalLane, rivalName } from '../../../mission/competition.ts';
import { isRetryable } from '../lane/build.ts';
import type { LaneJob, LaneResult } from '../lane/job.ts';
import { lane } from '../lane/machine.ts';
import {
  type Competition,
  type CompetitionWork,
  competitionOver,
  type Rival,
  rivalField,
  toWinnerLanding,
} from './job.ts';

const step = defineStep<Competition>();

export const rivalSteps = [
  step({
    at: 'building',
    to: ['over'],
    needs: (state) => calls(state, state.rivals, 'implemented'),
    next: (state, answers) => {
      const { after, results } = applyResults(state, answers);
      const built = after.rivals.find(({ is }) => is === 'built');
      const hasBuiltLane = built?.saved && !results.some(isStopped);
      return hasBuiltLane
        ? competitionOver(after, { is: 'implemented', saved: built.saved })
        : noLaneLeft(after, results);
    },
  }),
  step({
    at: 'judging',
    to: ['weighing', 'landing', 'over'],
    needs: (state) => calls(state, state.rivals.filter(isBuilt), 'judged'),
    next: (state, answers) => {
      const { after, results } = applyResults(state, answers);
      const [first, ...others] = after.rivals.filter(({ is }) => is === 'judged');
      if (first === undefined || results.some(isStopped)) return noLaneLeft(after, results);
      return others.length === 0
        ? toWinnerLanding(after, first.number, 'alone')
        : { ...rivalField(after), at: 'weighing' };
    },
  }),
];

const isBuilt = ({ is }: Rival) => is === 'built';

type Calls = Readonly<Record<string, InfallibleEffect<CallResult<LaneResult>>>>;

const calls = ({ each }: CompetitionWork, rivals: readonly Rival[], until: LaneJob['until']): Calls =>
  Object.fromEntries(rivals.map((rival) => [rivalName(rival.number), rivalCall(each, rival, until)]));

export function rivalCall(
  each: CompetitionWork['each'],
  { number, saved, setback }: Rival,
  until: LaneJob['until'],
  more: Pick<LaneJob, 'judged'> = {},
): InfallibleEffect<CallResult<LaneResult>> {
  const name = rivalLane(each.feature, number);
  return call(lane, name, { ...each, until, saved, setback, lane: name, ...more });
}

type Result = LaneResult | null;
type LaneAnswers = Readonly<Record<string, CallResult<LaneResult>>>;

function applyResults(
  state: CompetitionWork,
  answers: LaneAnswers,
): { readonly after: CompetitionWork; readonly results: readonly Result[] } {
  const rivals = state.rivals.map((rival) => {
    const called = answers[rivalName(rival.number)];
    return called ? rivalAfterLane(rival, called.result) : rival;
  });
  return { after: { ...rivalField(state), rivals }, results: Object.values(answers).map(({ result }) => result) };
}

/** The rival after its lane run; a run that was ended from outside has no result. */
export function rivalAfterLane({ number, saved, setback }: Rival, result: Result): Rival {
  switch (result?.is) {
    case undefined:
      return { number, is: 'failing', saved, setback, why: 'interrupted' };
    case 'implemented':
      return { number, is: 'built', saved: result.saved, setback };
    case 'judged':
      return { number, is: 'judged', saved: result.saved, setback, issues: result.issues };
    case 'passed':
      return { number, is: 'merged', saved: null, setback: null };
    case 'failing':
      return { number, is: 'failing', saved: result.saved, setback: result.setback, why: result.because };
    case 'blocked':
      return { number, is: 'blocked', saved: result.saved, setback, why: result.why };
    case 'stopped':
      return { number, is: 'failing', saved, setback, why: 'stopped' };
    case 'broken':
      return { number, is: 'broken', saved: result.saved, setback, why: result.because.code };
  }
}

const isStopped = (result: Result) => result?.is === 'stopped';

/** Which result the competition reports if no lane is left: results that stop the mission first, then retryable ones. */
const reportOrder: readonly ((result: Result) => boolean)[] = [
  isStopped,
  (result) => result?.is === 'broken' && !isRetryable(result.because),
  (result) => result?.is === 'failing',
  (result) => result?.is === 'broken',
  (result) => result === null,
  (result) => result?.is === 'blocked',
];

export const interrupted = { is: 'failing', because: 'interrupted', setback: null, saved: null, issues: [] } as const;

/** Nothing is merged, so the filed issues do not count. */
function noLaneLeft(state: CompetitionWork, results: readonly Result[]) {
  const result = reportOrder.flatMap((isMatch) => results.filter(isMatch).slice(0, 1))[0] ?? interrupted;
  const isDecided = result.is === 'failing' || result.is === 'blocked';
  const withoutIssues = result.is === 'failing' ? { ...result, issues: [] } : result;
  return competitionOver(state, withoutIssues, isDecided ? { winner: null, by: 'nobody' } : undefined);
}
