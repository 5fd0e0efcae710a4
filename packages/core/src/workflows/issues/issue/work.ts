/** Sends a group to the worker, and saves what it wrote. Its word alone completes nothing. */
import { agent, type Workplace } from '../../../effects/agent.ts';
import { openCheckout, saveCheckout, syncCheckout } from '../../../effects/checkout.ts';
import { act } from '../../../effects/operation.ts';
import type { IssueWorkerInput } from '../roles/role-input.ts';
import { issueWorker } from '../roles/worker.ts';
import { isContextFull, isFailedAttempt } from './call-end.ts';
import { groupCommands } from './commands.ts';
import { groupFaultSummary, groupFaultText, isTransient } from './fault-text.ts';
import type { AtGroup, GroupFault, IssueState } from './job.ts';
import {
  attemptParts,
  currentGroup,
  groupParts,
  indexOf,
  issueFailed,
  issueStep,
  untouched,
  withRecordNotes,
} from './state.ts';

/** The checkout is never reset automatically: an interrupted call ends, and its files are kept first. */
const workerPlace: Workplace = { cwd: '.', checkpoint: null };

export const workSteps = [
  issueStep({
    at: 'working',
    to: ['catching-up', 'restoring', 'failed'],
    needs: (state) => ({
      worked: agent(issueWorker, workerPlace, workerInput(state), { item: state.job.issue.id }),
    }),
    next: (state, { worked }) => {
      if (worked.ok) return { ...groupParts(state), at: 'catching-up', said: worked.value, failed: null };
      const { failure } = worked;
      // Interrupted: the checkout is restored before the call is repeated, and what it wrote is kept.
      if (failure.code === 'agent.aborted') return { ...groupParts(state), at: 'restoring' };
      return isFailedAttempt(failure) || isContextFull(failure)
        ? { ...groupParts(state), at: 'catching-up', said: null, failed: failure.code }
        : issueFailed(failure);
    },
  }),
  issueStep({
    at: 'restoring',
    to: ['working', 'failed'],
    needs: ({ lane: { branch, base }, checkpoint, ...state }) => ({
      opened: act(openCheckout, {
        base: branch,
        saved: checkpoint === base ? null : { base, checkpoint },
        stays: false,
        foreign: untouched(state),
      }),
    }),
    next: (state, { opened }) => {
      if (!opened.ok) return issueFailed(opened.failure);
      const { path, branch, base } = opened.value; // others may have committed since
      const checkpoint = state.checkpoint === state.lane.base ? base : state.checkpoint;
      return { ...groupParts(state), at: 'working', lane: { path, branch, base }, checkpoint };
    },
  }),
  // Commits that a person made during the call are no change of the group.
  issueStep({
    at: 'catching-up',
    to: ['saving', 'failed'],
    needs: ({ lane, checkpoint, ...state }) => ({
      synced: act(syncCheckout, { lane, checkpoint, foreign: untouched(state) }),
    }),
    next: (state, { synced }) => {
      if (!synced.ok) return issueFailed(synced.failure);
      const { lane, checkpoint } = synced.value.is === 'current' ? state : synced.value;
      return { ...groupParts(state), at: 'saving', said: state.said, failed: state.failed, lane, checkpoint };
    },
  }),
  issueStep({
    at: 'saving',
    to: ['working', 'inspecting', 'taking-out', 'failed'],
    needs: ({ lane, ...state }) => ({
      saved: act(saveCheckout, { lane, foreign: untouched(state), before: lane.base }),
    }),
    next: (state, { saved }) => {
      if (!saved.ok) return issueFailed(saved.failure);
      const { commit, diff, isUnchanged } = saved.value;
      const { said, failed } = state;
      const work: AtGroup = {
        ...withRecordNotes(groupParts(state), { friction: said?.friction ?? [] }),
        checkpoint: commit,
      };
      if (failed === 'agent.context') return { ...work, at: 'taking-out', end: null };
      if (failed !== null) return toSecondAttempt(work, { is: 'call', code: failed });
      if (said !== null && said.blocked !== null)
        return { ...work, at: 'taking-out', end: { is: 'blocked', because: said.blocked, isTransient: false } };
      if (isUnchanged) return toSecondAttempt(work, { is: 'no-change' });
      return { ...attemptParts({ ...work, diff }), at: 'inspecting' };
    },
  }),
] as const;

/** A red group is tried once more, another way; then it leaves the checkout (I-37, I-38). */
export function toSecondAttempt(state: AtGroup, fault: GroupFault) {
  const { hooked: _, ...work } = groupParts(state);
  if (work.attempt === 1) return { ...work, at: 'working', attempt: 2, fault } as const;
  return {
    ...work,
    at: 'taking-out',
    end: { is: 'failed', because: groupFaultSummary(fault), isTransient: isTransient(fault) },
  } as const;
}

function workerInput(state: Extract<IssueState, { at: 'working' }>): IssueWorkerInput {
  const { job, record, fault } = state;
  const { plan, notes } = record;
  const { title, changes, files, invariants } = currentGroup(state);
  return {
    issue: job.issue.id,
    text: job.issue.text,
    goal: plan.goal,
    criteria: plan.criteria,
    constraints: plan.constraints,
    n: indexOf(state) + 1,
    of: plan.groups.length,
    title,
    changes,
    files,
    invariants,
    commands: groupCommands(state),
    skills: plan.subsystems.flatMap(({ skills }) => skills),
    notes,
    fault: fault === null ? null : faultInput(fault),
  };
}

/** The log of a hook is an artifact, which the worker gets as a whole. */
const faultInput = (fault: GroupFault) => (fault.is === 'hook' ? fault.log : groupFaultText(fault));
