/** Explores every path of a session: its phases in order, 3 rounds of fixes, and a review before the end. */
import { expect, test } from 'vitest';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import { applySessionChanges } from './edited-state.ts';
import { autopilot } from './machine.ts';
import type { AutopilotJob } from './session.ts';
import type { Autopilot, Resting } from './state.ts';
import { autopilotJob, autopilotWords, lane, session } from './testing/jobs.ts';
import { artifact } from './testing/seen.ts';

interface Seen {
  /** Phases that are over. */
  readonly over: readonly number[];
  /** The final review passed, or a person overrode it, since the last change. */
  readonly isReviewed: boolean;
  /** A person asked for the next phase, or it is the first one. */
  readonly mayBegin: boolean;
}
const start: Seen = { over: [], isReviewed: false, mayBegin: true };

type Step = Omit<Move<Autopilot, Seen>, 'seen'>;

function after(seen: Seen, { from, to }: Step): Seen {
  const isOver = from.at === 'running-phase' && ['asking-next', 'asking-edited', 'surveying-final'].includes(to.at);
  const isWanted = (from.at === 'asking-next' || from.at === 'asking-edited') && to.at === 'running-phase';
  return {
    over: isOver ? [...seen.over, from.index] : seen.over,
    isReviewed: isReview(to) || (seen.isReviewed && !['fixing-final', 'running-phase'].includes(to.at)),
    mayBegin: isWanted || (seen.mayBegin && !isOver),
  };
}

/** The question about an edit may come before the offer of a pull request, or after its answer. */
const isReview = (state: Autopilot): boolean =>
  ['asking-pull', 'offering-pull', 'closing-session'].includes(state.at === 'asking-edited' ? state.own.at : state.at);

const invariants: NonNullable<Exploration<unknown, Autopilot, Seen>['states']> = {
  'A-94 A-99 phases run in order, and a finished one never again': (state, _, { over }) =>
    state.at !== 'running-phase' || over.every((one) => one < state.index),
  'A-75 the next phase begins only after a yes': ({ at }, _, { mayBegin }) => at !== 'running-phase' || mayBegin,
  'A-81 A-90 3 rounds of fixes, and not one more': (state) => !('cycles' in state) || state.cycles <= 3,
  'A-79 A-82 no session ends without its final review': ({ at }, _, { isReviewed }) => at !== 'done' || isReviewed,
};

/** A session whose state file a person edited between two commands. */
const edited = (state: Autopilot): Autopilot =>
  applySessionChanges(state, { stateFile: { currentPhase: 1, skipped: 'cycles' in placeIn(state) ? [] : [0] } });
const placeIn = (state: Autopilot): Autopilot => (state.at === 'halted' ? state.onto : state);

const place = {
  job: autopilotJob,
  session,
  lane,
  startingCommit: 'b0',
  unwitnessed: [],
  findings: [],
  index: 0,
  troubles: 0,
};
const withFirstOver: AutopilotJob = {
  ...autopilotJob,
  phases: autopilotJob.phases.map((phase, at) => (at === 0 ? { ...phase, isOver: 'complete' } : phase)),
};
/** All phases are over; the first one was skipped, so that an edit may bring it back. */
const { index: _, troubles: __, ...openedPlace } = place;
const atEnd = {
  ...openedPlace,
  job: {
    ...autopilotJob,
    phases: autopilotJob.phases.map((phase, at) => ({ ...phase, isOver: at === 0 ? 'skipped' : 'complete' }) as const),
  },
  cycles: 0,
};
const fix = { title: 'It leaks', detail: 'Close it' };
const resting = {
  at: 'halted',
  waitsFor: 'person',
  onto: { ...place, at: 'running-phase' },
} as const satisfies Autopilot;
const restingAtEnd: Autopilot = {
  ...resting,
  onto: { ...resting.onto, job: { ...autopilotJob, phases: autopilotJob.phases.slice(0, 1) } } as Resting,
};

test('A-12 A-76 A-99 every path of a session keeps the invariants', () => {
  const isOver = autopilotJob.phases.map((phase) => ({ ...phase, isOver: 'complete' as const }));
  const inputs: readonly (AutopilotJob | { readonly state: Autopilot })[] = [
    autopilotJob,
    { ...autopilotJob, phases: [...isOver, { name: 'A', complexity: 'low' }] },
    { ...autopilotJob, phases: isOver },
    { state: edited(resting) },
    { state: edited(restingAtEnd) },
    { state: edited(resting.onto) },
    { state: edited({ ...place, job: withFirstOver, at: 'asking-next', next: 1 }) },
    ...[
      { ...atEnd, at: 'surveying-final' } as const,
      { ...atEnd, at: 'asking-final', blocking: [], diff: artifact('diff') } as const,
      { ...atEnd, at: 'fixing-final', fixes: [fix, fix], note: '' } as const,
      { ...atEnd, at: 'reviewing-final', diff: artifact('diff') } as const,
      { ...atEnd, at: 'asking-pull', status: 'passed', refused: null } as const,
      { at: 'halted', waitsFor: 'person', onto: { ...atEnd, at: 'fixing-final', fixes: [fix], note: '' } } as const,
    ].map((state) => ({ state: edited(state) })),
  ];
  const machine = {
    ...autopilot,
    start: (input: (typeof inputs)[number]) => ('state' in input ? input.state : autopilot.start(input)),
  };
  const report = explore(machine, { inputs, words: autopilotWords, states: invariants, history: { start, after } });
  console.log(`autopilot: ${report.states} states, ${report.moves} moves`);
  expect(report.broken).toEqual([]);
});
