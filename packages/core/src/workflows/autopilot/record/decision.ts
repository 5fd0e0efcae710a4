/** The decision that a move of a session records (A-97, AO-12, AO-14). */
import type { Answer } from '../../../effects/question.ts';
import type { State } from '../../../machine/machine.ts';
import type { SessionDecision } from '../../../sessions/session-document.ts';
import type { SessionPhaseState } from '../phase/job.ts';
import type { AutopilotWorkState } from '../work/job.ts';

export type DecisionEntry = Omit<SessionDecision, 'phase' | 'timestamp'>;
type Name = SessionDecision['decision'];

/** By the state that asks, and the choice. Other answers decide nothing that the record needs. */
const answered: Readonly<Record<string, Readonly<Record<string, Name>>>> = {
  'asking-skeleton': { yes: 'approved_plan', revise: 'revised_plan' },
  'asking-plan': { yes: 'approved_plan', revise: 'revised_plan', 'skip phase': 'skipped_phase' },
  'asking-retries': { 'revise plan': 'revised_plan' },
  'asking-verification': { 'skip verification': 'skipped_verification' },
  'asking-integration': { 'skip integration': 'skipped_integration' },
  'asking-decision-record': { accept: 'accepted_adr', reject: 'rejected_adr' },
  'asking-review': { override: 'overrode_review' },
  'asking-final': { override: 'overrode_final_review' },
};

/** `null` if the move decides nothing. */
export function decisionOf(from: State, answers: Readonly<Record<string, unknown>>, to: State): DecisionEntry | null {
  const answer = Object.values(answers).find(isPersonal);
  return answer === undefined ? automaticDecision(from, to) : personalDecision(from, answer);
}

const isPersonal = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'choice' in value && 'channel' in value;

/** A plan that no person saw. */
function automaticDecision(from: State, to: State): DecisionEntry | null {
  if (from.at !== 'reading-plan' || to.at !== 'working') return null;
  const { approval } = to as Extract<SessionPhaseState, { at: 'working' }>;
  return approval.is === 'automatic' ? { decision: approval.decision, signals: approval.signals } : null;
}

function personalDecision(from: State, { choice, note }: Answer): DecisionEntry | null {
  const decided = (decision: Name, ...said: readonly string[]): DecisionEntry => {
    const text = [...said, note].filter((part) => part !== '').join(': ');
    return { decision, signals: signalsOf(from), ...(text === '' ? {} : { note: text }) };
  };
  if (choice.toLowerCase() === 'stop') return decided('stopped');
  if (from.at === 'asking-checkpoint') return checkpointDecision(from, choice, decided);
  const decision = answered[from.at]?.[choice];
  return decision === undefined ? null : decided(decision, ...subjectOf(from));
}

function checkpointDecision(
  from: State,
  choice: string,
  decided: (decision: Name, ...said: readonly string[]) => DecisionEntry,
): DecisionEntry | null {
  const { stop } = from as Extract<AutopilotWorkState, { at: 'asking-checkpoint' }>;
  if (stop.kind === 'decision') return decided('checkpoint_decision', stop.task.title, choice);
  return choice === 'no' ? null : decided('checkpoint_passed', stop.task.title);
}

/** The subject of the decision, where a phase may have several. */
function subjectOf(from: State): readonly string[] {
  if (from.at === 'asking-skeleton') return ['Skeleton'];
  if (from.at !== 'asking-decision-record') return [];
  const { drafts } = from as Extract<SessionPhaseState, { at: 'asking-decision-record' }>;
  return drafts.open.slice(0, 1).map(({ title }) => title);
}

const signalsOf = (from: State) =>
  from.at === 'asking-plan' ? (from as Extract<SessionPhaseState, { at: 'asking-plan' }>).approval.signals : null;
