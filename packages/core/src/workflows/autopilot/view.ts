/**
 * Computes a session from the journals of its run and of its child runs; `null` for any other run.
 *
 *   V1. Nothing is stored twice: status, history, decisions and retries follow from the journals alone.
 *   V2. A session that continues an imported file shows what the file said before its own part.
 */
import type { Lane } from '../../effects/git.ts';
import { type Entry, foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import {
  type FinalReviewRecord,
  type ForeignParts,
  noForeignParts,
  type PhaseRecord,
  type SessionDecision,
  type SessionDocument,
  type SessionPhase,
  type StoredFinding,
} from '../../sessions/session-document.ts';
import { sessionFolder } from '../../sessions/slug.ts';
import { iso } from '../../views/times.ts';
import { blockingFindings } from './findings.ts';
import { phaseMachine, type SessionPhaseState } from './phase/job.ts';
import { addToMember, emptyMember, type Member } from './record/member.ts';
import type { IntegrationFacts, PhaseFacts, ReviewFacts, VerificationFacts } from './record/phase-facts.ts';
import { phaseStanding, type Standing, sessionStanding } from './record/state-name.ts';
import { retryBudget } from './record/work-facts.ts';

import type { AutopilotJob } from './session.ts';
import { type Autopilot, nextPhase } from './state.ts';

export interface SessionPhaseView extends SessionPhase {
  /** From 1. */
  readonly n: number;
  /** Where it expects a plan that a person writes; `null` if it waits for none. */
  readonly awaitedPlan: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly tasks: number;
  readonly retries: number;
  readonly verification: VerificationFacts | null;
  readonly integration: IntegrationFacts | null;
  readonly review: ReviewFacts | null;
}

export interface SessionView {
  readonly job: AutopilotJob;
  /** The branch of the checkout that it works on. */
  readonly branch: string;
  readonly document: SessionDocument;
  readonly foreign: ForeignParts;
  readonly phases: readonly SessionPhaseView[];
  /** Blocking findings of the final review that a person overrode. */
  readonly overridden: readonly StoredFinding[];
  /** How long the session took until its last entry. */
  readonly startedAtMs: number;
  readonly lastAtMs: number;
}

export function sessionView(tree: RunTree): SessionView | null {
  const [{ entries }] = tree;
  if (foldJournal(entries.slice(0, 1) as Entry[]).machine !== 'autopilot') return null;
  const [root, ...members] = tree.map((journal) => journal.entries.reduce(addToMember, emptyMember(journal.run)));
  return root ? viewOfMembers(root, members) : null;
}

/** What `--json` adds for a session. */
export function sessionJson(tree: RunTree): object | null {
  const view = sessionView(tree);
  return view && { session: view.document, phases: view.phases };
}

/** `null` before the session is open. */
export function viewOfMembers(root: Member, unsorted: readonly Member[]): SessionView | null {
  const opened = openedIn(root);
  const members = unsorted.toSorted((one, other) => one.log.startedAtMs - other.log.startedAtMs);
  if (opened === null) return null;
  const { job, startingCommit, lane } = opened;
  const phases = job.phases.map((_, at) => phaseView(job, at + 1, members));
  const standing = standingOf(root, job, members);
  const { imported } = job;
  const current = standing.index;
  const { settings } = job;
  return {
    job,
    branch: lane.branch,
    document: {
      sessionDir: sessionFolder(settings.slug),
      specPath: settings.specPath,
      startingCommit,
      reviewPlans: settings.reviewPlans,
      rigorLevel: settings.rigor,
      currentState: standing.state,
      currentPhase: current,
      phases: phases.map(documentPhase),
      retryBudget: retryBudget(settings.retries, lastWorkOf(members, current + 1)),
      history: [...(imported?.document.history ?? []), ...historyOf(phases)],
      decisions: [...(imported?.document.decisions ?? []), ...decisionsOf(root, members, current)],
      finalReview: finalReviewOf(root, job),
    },
    foreign: imported?.foreign ?? noForeignParts,
    phases,
    overridden: overriddenIn(root, job),
    startedAtMs: root.log.startedAtMs,
    lastAtMs: Math.max(root.lastAtMs, ...members.map(({ lastAtMs }) => lastAtMs)),
  };
}

/** The state of the session, or the one before its end. */
function stateOf({ log, before }: Member): Autopilot {
  const state = log.state as Autopilot;
  return (state.at === 'failed' || state.at === 'spent') && before !== null ? (before as Autopilot) : state;
}

interface OpenedSession {
  readonly job: AutopilotJob;
  readonly startingCommit: string;
  readonly lane: Lane;
}

/** The end states hold nothing, so the last state before them counts. */
function openedIn({ log, before }: Member): OpenedSession | null {
  for (const state of [log.state, before]) {
    const opened = heldBy(state as Autopilot | null);
    if (opened !== null) return opened;
  }
  return null;
}

function heldBy(state: Autopilot | null): OpenedSession | null {
  if (state === null) return null;
  if (state.at === 'halted') return state.onto;
  if (state.at === 'asking-edited') return heldBy(state.own);
  return 'startingCommit' in state ? state : null;
}

interface Position extends Pick<Standing, 'state'> {
  readonly index: number;
}

function standingOf(root: Member, job: AutopilotJob, members: readonly Member[]): Position {
  const state = stateOf(root);
  const index = indexOf(state, job);
  const own = sessionStanding(state);
  return { index, state: own ?? standingOfPhase(members, index + 1).state };
}

/** After the phases, the last one stays the current one. */
function indexOf(state: Autopilot, job: AutopilotJob): number {
  if (state.at === 'asking-edited') return indexOf(state.own, job);
  const held = state.at === 'halted' ? state.onto : state;
  if ('index' in held) return held.index;
  const last = job.phases.length - 1;
  return held.at === 'checking-base' ? (nextPhase(job, job.imported?.document.currentPhase ?? 0) ?? last) : last;
}

const runsOf = (members: readonly Member[], n: number): readonly Member[] =>
  members.filter(({ phase, log }) => phase === n && log.machine === phaseMachine);

function standingOfPhase(members: readonly Member[], n: number): Standing {
  const last = runsOf(members, n).at(-1);
  if (last === undefined) return { state: 'ASSESS', status: 'pending' };
  return phaseStanding(last.log.state as SessionPhaseState, last.before as SessionPhaseState | null);
}

function phaseView(job: AutopilotJob, n: number, members: readonly Member[]): SessionPhaseView {
  const { name = '', complexity = 'medium', planPath = null, isOver } = job.phases[n - 1] ?? {};
  const runs = runsOf(members, n);
  const facts = runs.flatMap(({ phaseFacts }) => (phaseFacts === null ? [] : [phaseFacts]));
  const known = job.imported?.document.phases[n - 1];
  const { status } = standingOfPhase(members, n);
  const last = runs.at(-1);
  return {
    n,
    name,
    complexity,
    complexityOverride:
      newest(facts, ({ complexityOverride }) => complexityOverride) ?? known?.complexityOverride ?? null,
    planPath: newest(facts, (one) => one.planPath) ?? planPath,
    status: isOver ?? status,
    assessment: newest(facts, ({ assessment }) => assessment) ?? known?.assessment ?? null,
    awaitedPlan: facts.at(-1)?.awaitedPlan ?? null,
    startedAtMs: runs[0]?.log.startedAtMs ?? null,
    endedAtMs: last?.log.ended === undefined ? null : last.lastAtMs,
    tasks: status === 'complete' ? (facts.at(-1)?.tasks ?? 0) : 0,
    retries: workOf(members, n).reduce((sum, { workFacts }) => sum + (workFacts?.retries ?? 0), 0),
    verification: newest(facts, ({ verification }) => verification),
    integration: newest(facts, ({ integration }) => integration),
    review: newest(facts, ({ review }) => review),
  };
}

/** The value of the newest run of the phase that has one: a person may have stopped it several times. */
const newest = <Value>(facts: readonly PhaseFacts[], of: (facts: PhaseFacts) => Value | null): Value | null =>
  facts.map(of).findLast((value) => value !== null) ?? null;

const workOf = (members: readonly Member[], n: number | null): readonly Member[] =>
  members.filter(({ phase, workFacts }) => workFacts !== null && phase === n);

const lastWorkOf = (members: readonly Member[], n: number) => workOf(members, n).at(-1)?.workFacts ?? null;

const documentPhase = ({
  name,
  complexity,
  complexityOverride,
  planPath,
  status,
  assessment,
}: SessionPhaseView): SessionPhase => ({
  name,
  complexity,
  complexityOverride,
  planPath,
  status,
  assessment,
});

const historyOf = (phases: readonly SessionPhaseView[]): readonly PhaseRecord[] =>
  phases.flatMap((phase) => (isFinished(phase) ? [recordOf(phase)] : []));

/** Finished in this run; an imported file has the records of earlier ones. */
const isFinished = ({ status, startedAtMs }: SessionPhaseView): boolean =>
  startedAtMs !== null && (status === 'complete' || status === 'skipped');

const recordOf = ({
  n,
  name,
  startedAtMs,
  endedAtMs,
  tasks,
  retries,
  verification,
  integration,
  review,
}: SessionPhaseView) => ({
  phase: n - 1,
  name,
  startedAt: iso(startedAtMs ?? 0),
  completedAt: iso(endedAtMs ?? 0),
  tasksCompleted: tasks,
  retriesUsed: retries,
  verificationPassed: verification?.verdict === 'pass',
  integrationPassed: integration?.isComplete ?? false,
  reviewFindings: review?.findings.length ?? 0,
});

/** In the order of time. A decision outside the phases belongs to the current one. */
function decisionsOf(root: Member, members: readonly Member[], current: number): readonly SessionDecision[] {
  const all = [root, ...members].flatMap((member) => {
    const phase = phaseOf(member, members);
    return member.decisions.map((decision) => ({ phase: phase === null ? current : phase - 1, ...decision }));
  });
  return all.toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : Number(one.timestamp > other.timestamp)));
}

/** The phase of a run, or of the run that called it. */
function phaseOf(member: Member, members: readonly Member[]): number | null {
  if (member.phase !== null) return member.phase;
  const callers = members.filter(({ run, phase }) => phase !== null && member.run.startsWith(`${run}.`));
  return callers.at(-1)?.phase ?? null;
}

function finalReviewOf(root: Member, { imported }: AutopilotJob): FinalReviewRecord {
  const before = imported?.document.finalReview;
  const state = stateOf(root);
  const last = state.at === 'done' ? (root.before as Autopilot) : state;
  const own = last.at === 'asking-edited' ? last.own : last;
  const held = own.at === 'halted' ? own.onto : own;
  const findings = root.finalReview?.findings ?? before?.findings ?? [];
  const retryCount = 'cycles' in held ? held.cycles : (before?.retryCount ?? 0);
  if ('status' in held) return { status: held.status, findings, retryCount };
  return { status: 'cycles' in held ? 'in_progress' : 'pending', findings, retryCount };
}

function overriddenIn(root: Member, job: AutopilotJob): readonly StoredFinding[] {
  const isOverridden = root.decisions.some(({ decision }) => decision === 'overrode_final_review');
  return isOverridden ? blockingFindings(job.settings, root.finalReview?.findings ?? []) : [];
}
