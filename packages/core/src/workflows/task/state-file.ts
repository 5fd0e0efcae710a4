/**
 * Computes `.harness/state.json` of a task from its journal (W-35, W-59, W-68, W-164).
 *
 *   S1. The file exists from the creation of the folders until the session is cleared.
 *   S2. A found file keeps its version and its missing fields; a move changes only its own fields (vocabulary §6.13).
 */
import type { Entry, EntryOf } from '../../journal/journal.ts';
import { iso } from '../../views/times.ts';
import type { TaskInput, TaskWork } from './machine.ts';
import type { TaskPhase } from './phase.ts';
import type { Session } from './session.ts';
import { isSessionState, type Task } from './state.ts';
import { checkpointOf, documentOf, overlayDocument, type StateDocument } from './state-document.ts';
import { phaseAfter } from './wait-for-command.ts';

/** One row per state; the compiler checks that none is missing. */
type OwnPhase = 'halted' | 'inspecting' | 'rejoining' | 'surveying' | 'accepting' | 'freezing';
const phaseAt: Readonly<Record<Exclude<SessionAt, OwnPhase>, TaskPhase>> = {
  'checking-base': 'plan_ready',
  leaving: 'plan_ready',
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
  comparing: 'plan_done',
  revising: 'planning',
  drafting: 'generating',
  advising: 'generating',
  implementing: 'generating',
  'asking-tests': 'verifying',
  building: 'verifying',
  testing: 'verifying',
  reporting: 'verifying',
  wording: 'verifying',
  noting: 'verifying',
  proving: 'verifying',
  recording: 'verifying',
  'asking-acceptance': 'verify_done',
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
  'asking-unverified': 'evaluate_done',
  clearing: 'completed',
};
type SessionAt = Extract<Task, Session>['at'];

export function phaseOf(state: Extract<Task, Session>): TaskPhase {
  if (state.at === 'inspecting' || state.at === 'rejoining') return state.phase;
  if (state.at === 'halted') return phaseAfter[state.after];
  if (state.at === 'accepting' || state.at === 'freezing')
    return state.onto === 'generate' ? 'generate_ready' : 'generate_done';
  if (state.at === 'surveying') return state.onto === 'verify' ? 'verify_ready' : 'evaluate_ready';
  return phaseAt[state.at];
}

/** `undefined` if there should be no file, or if the existing file is not ours to change yet. */
export function taskState(entries: readonly Entry[]): StateDocument | undefined {
  const [started] = entries;
  if (started?.type !== 'started') return undefined;
  const states = entries.filter((entry) => 'state' in entry);
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
  const found = foundSession(started, entries);
  if (!found) return now;
  // W-21: store whether git exists if the file did not say; a file of version 1 stays unchanged.
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

/** The found session that this run continues; `undefined` if the session is new or was restarted. */
function foundSession({ input }: EntryOf<'started'>, entries: readonly Entry[]) {
  const found = 'found' in (input as TaskInput) ? (input as TaskWork).found : null;
  const isFresh = entries.some((entry) => entry.type === 'moved' && (entry.state as Task).at === 'preparing');
  return found && 'document' in found && !isFresh ? found : undefined;
}
