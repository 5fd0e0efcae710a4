/**
 * `.harness/state.json` of a task (W-35, W-59, W-68, W-164): a fold over its journal, so that it can be thrown away and made again.
 *
 *   S1. It is written from the moment there are folders until the session is cleared up; before and after there is none.
 *   S2. A file that was found and is gone on with keeps its version and what it does not have; only what a move changed
 *       is changed in it (vocabulary §6.13).
 */
import type { Entry, EntryOf } from '../../journal/journal.ts';
import { iso } from '../../views/times.ts';
import type { TaskInput, TaskWork } from './machine.ts';
import type { TaskPhase } from './phase.ts';
import type { Session } from './session.ts';
import { isSessionState, type Task } from './state.ts';
import { checkpointOf, documentOf, overlayDocument, type StateDocument } from './state-document.ts';

/** One line a state: one without a phase does not compile. */
const phaseAt: Readonly<Record<Exclude<SessionAt, 'halted' | 'inspecting' | 'rejoining' | 'surveying'>, TaskPhase>> = {
  looking: 'plan_ready',
  placing: 'plan_ready',
  'asking-scan': 'plan_ready',
  scanning: 'plan_ready',
  'checking-scan': 'plan_ready',
  'asking-scan-again': 'plan_ready',
  planning: 'planning',
  critiquing: 'planning',
  synthesising: 'planning',
  approving: 'plan_done',
  drafting: 'generating',
  advising: 'generating',
  implementing: 'generating',
  'asking-tests': 'verifying',
  building: 'verifying',
  testing: 'verifying',
  reporting: 'verifying',
  wording: 'verifying',
  noting: 'verifying',
  'verify-gate': 'verify_done',
  'finding-files': 'verify_done',
  proposing: 'verify_done',
  'reading-patch': 'verify_done',
  'autofix-gate': 'verify_done',
  applying: 'verify_done',
  evaluating: 'evaluating',
  judging: 'evaluate_done',
  'qa-gate': 'evaluate_done',
  'commit-gate': 'completed',
  guarding: 'completed',
  committing: 'completed',
  clearing: 'completed',
};
type SessionAt = Extract<Task, Session>['at'];
const afterStep = {
  plan: 'plan_done',
  generate: 'generate_done',
  verify: 'verify_done',
  evaluate: 'evaluate_done',
} as const;

export function phaseOf(state: Extract<Task, Session>): TaskPhase {
  if (state.at === 'inspecting' || state.at === 'rejoining') return state.phase;
  if (state.at === 'halted') return afterStep[state.after];
  if (state.at === 'surveying') return state.onto === 'verify' ? 'verify_ready' : 'evaluate_ready';
  return phaseAt[state.at];
}

/** What the file should say now; nothing when there should be none, or when what is there is not ours to change yet. */
export function taskState(entries: readonly Entry[]): StateDocument | undefined {
  const [started] = entries;
  if (started?.type !== 'started') return undefined;
  const states = entries.filter(
    (entry) => entry.type === 'started' || entry.type === 'moved' || entry.type === 'upgraded',
  );
  const last = states.at(-1);
  const task = last?.state as Task;
  const times = {
    createdAt: iso(started.atMs),
    updatedAt: iso(last?.atMs ?? started.atMs),
    triggeredAt: proposedAt(entries),
  };
  if (task.at === 'branching' || task.at === 'asking-mode' || task.at === 'asking-model')
    return checkpointOf(task.setup, times);
  if (!isSessionState(task)) return undefined;
  const now = documentOf(task, phaseOf(task), times);
  const found = importedBy(started, entries);
  if (!found) return now;
  // W-21: whether there is git was looked up where the file did not say it, and is stored; version 1 stays as it is.
  const known = found.session.v1 ? {} : { has_git: found.session.job.hasGit };
  return overlayDocument(
    { ...known, ...found.document },
    documentOf(found.session, found.phase, { ...times, updatedAt: '' }),
    now,
  );
}

const proposedAt = (entries: readonly Entry[]): string | null => {
  const moved = entries.find((entry) => entry.type === 'moved' && (entry.state as Task).at === 'finding-files');
  return moved ? iso(moved.atMs) : null;
};

/** The session that this run goes on with; none when it was a new one, or began afresh. */
function importedBy({ input }: EntryOf<'started'>, entries: readonly Entry[]) {
  const found = 'found' in (input as TaskInput) ? (input as TaskWork).found : null;
  const isFresh = entries.some((entry) => entry.type === 'moved' && (entry.state as Task).at === 'preparing');
  return found && 'document' in found && !isFresh ? found : undefined;
}
