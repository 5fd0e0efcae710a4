/** Folds the journal of one run of a session: the session itself, a phase, its work, or a run that these call. */
import { currentAnswers } from '../../../journal/current-answers.ts';
import { addEntry, type Entry, emptyFold, type FoldedJournal } from '../../../journal/journal.ts';
import type { State } from '../../../machine/machine.ts';
import type { SessionDecision } from '../../../sessions/session-document.ts';
import { iso } from '../../../views/times.ts';
import { phaseMachine, type SessionPhaseJob, type SessionPhaseState } from '../phase/job.ts';
import type { ChangeReviewerAnswer } from '../roles/reviewer.ts';
import { type WorkJob, workMachine } from '../work/job.ts';
import { type DecisionEntry, decisionOf } from './decision.ts';
import { learnFromMove, learnFromState, noPhaseFacts, type PhaseFacts, successOf } from './phase-facts.ts';
import { learnFromWork, noWorkFacts, type WorkFacts } from './work-facts.ts';

export interface Member {
  readonly run: string;
  readonly log: FoldedJournal;
  /** The state before the current one; `null` at the start. */
  before: State | null;
  lastAtMs: number;
  /** Number of its phase from 1; `null` if it has none of its own. */
  phase: number | null;
  readonly decisions: Omit<SessionDecision, 'phase'>[];
  phaseFacts: PhaseFacts | null;
  workFacts: WorkFacts | null;
  /** The last answer of the final review, and the states that this session left. */
  finalReview: ChangeReviewerAnswer | null;
}

export const emptyMember = (run: string): Member => ({
  run,
  log: emptyFold(),
  before: null,
  lastAtMs: 0,
  phase: null,
  decisions: [],
  phaseFacts: null,
  workFacts: null,
  finalReview: null,
});

export function addToMember(member: Member, entry: Entry): Member {
  const { log } = member;
  const [from, answers] = [log.state, entry.type === 'moved' ? currentAnswers(log) : {}];
  addEntry(log, entry);
  member.lastAtMs = entry.atMs;
  if (entry.type === 'started') begin(member, entry.machine, entry.input, entry.state);
  if (entry.type === 'moved') move(member, from, answers, entry.state);
  // A failed run that is opened again is at its failed step.
  if (entry.type === 'reopened') member.before = null;
  return member;
}

function begin(member: Member, machine: string, input: unknown, state: State): void {
  if (machine === phaseMachine) {
    const job = input as SessionPhaseJob;
    member.phase = job.phase.n;
    member.phaseFacts = noPhaseFacts(job);
    learnFromState(member.phaseFacts, state as SessionPhaseState);
  }
  if (machine === workMachine) {
    member.phase = (input as WorkJob).phase?.n ?? null;
    member.workFacts = noWorkFacts();
  }
}

function move(member: Member, from: State, answers: Readonly<Record<string, unknown>>, to: State): void {
  member.before = from;
  const decision = decisionOf(from, answers, to);
  if (decision !== null) member.decisions.push(toRecord(decision, iso(member.lastAtMs)));
  if (member.phaseFacts !== null) learnFromMove(member.phaseFacts, from, answers, to);
  if (member.workFacts !== null) learnFromWork(member.workFacts, from, to, member.lastAtMs);
  if (from.at === 'reviewing-final')
    member.finalReview = successOf<ChangeReviewerAnswer>(answers['reviewed']) ?? member.finalReview;
}

/** The fields in the order of the file. */
const toRecord = ({ decision, ...rest }: DecisionEntry, timestamp: string) => ({ decision, timestamp, ...rest });
