/** Explores every path of a phase: nothing is executed without approval, and no step is left out without an answer. */
import { expect, test } from 'vitest';
import { type Exploration, explore, type Move } from '../../../testing/explore.ts';
import { autopilotWords, phaseJob } from '../testing/jobs.ts';
import type { SessionPhaseJob, SessionPhaseState } from './job.ts';
import { autopilotPhase } from './machine.ts';

/** Facts about the current plan and the current change. */
interface Seen {
  readonly isApproved: boolean;
  readonly isVerified: boolean;
  readonly isIntegrated: boolean;
  readonly isReviewed: boolean;
}
const start: Seen = { isApproved: false, isVerified: false, isIntegrated: false, isReviewed: false };

type Step = Omit<Move<SessionPhaseState, Seen>, 'seen'>;

const choiceOf = ({ answers }: Step) => (answers['answer'] as { choice?: string } | undefined)?.choice;

function after(seen: Seen, move: Step): Seen {
  const { from, to } = move;
  if (to.at === 'reading-plan' || to.at === 'planning') return start;
  if (to.at === 'working') return { ...start, isApproved: seen.isApproved || isApproval(move) };
  return {
    isApproved: seen.isApproved,
    isVerified: seen.isVerified || (to.at === 'surveying' && isVerification(move)),
    isIntegrated:
      seen.isIntegrated ||
      (['integrating', 'asking-decision-record', 'asking-integration'].includes(from.at) &&
        to.at !== 'asking-integration'),
    isReviewed: seen.isReviewed || (['reviewing', 'asking-review'].includes(from.at) && to.at === 'closing'),
  };
}

/** A person approved the plan, or no signal fired. */
const isApproval = (move: Step) =>
  choiceOf(move) === 'yes' ||
  (move.from.at === 'reading-plan' && 'approval' in move.to && move.to.approval.is === 'automatic');

/** The verifier passed it, a person skipped it, or the session is fast and its checks were green. */
const isVerification = (move: Step) =>
  move.from.at === 'verifying' ||
  choiceOf(move) === 'skip verification' ||
  (move.from.at === 'working' && move.from.job.session.rigor === 'fast');

const invariants: NonNullable<Exploration<SessionPhaseJob, SessionPhaseState, Seen>['states']> = {
  'A-88 only an approved plan is executed': ({ at }, _, { isApproved }) => at !== 'working' || isApproved,
  'A-89 a phase is complete after verification, integration and review': (state, _, seen) =>
    state.at !== 'complete' || (seen.isVerified && seen.isIntegrated && seen.isReviewed),
};

const moves: NonNullable<Exploration<SessionPhaseJob, SessionPhaseState, Seen>['moves']> = {
  'A-40 A-41 a fast session asks about no plan, a thorough one about every plan': ({ from, to }) => {
    if (from.at !== 'reading-plan' || !('approval' in to)) return true;
    const { rigor } = from.job.session;
    return rigor === 'standard' || (to.at === 'asking-plan') === (rigor === 'thorough');
  },
  'A-65 integration is left out only by an answer': ({ from, to, answers }) =>
    from.at !== 'asking-integration' ||
    to.at !== 'reviewing' ||
    (answers['answer'] as { choice: string }).choice === 'skip integration',
};

test('A-88 A-89 every path of a phase keeps the invariants, in every rigor', () => {
  const inputs = (['fast', 'standard', 'thorough'] as const).map((rigor) => ({
    ...phaseJob,
    session: { ...phaseJob.session, rigor },
  }));
  const report = explore(autopilotPhase, {
    inputs,
    words: autopilotWords,
    states: invariants,
    moves,
    history: { start, after },
  });
  console.log(`autopilot-phase: ${report.states} states, ${report.moves} moves`);
  expect(report.broken).toEqual([]);
});
