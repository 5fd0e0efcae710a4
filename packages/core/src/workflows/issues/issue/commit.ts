/** Proves a green group, runs the commit hooks of the repository, and commits the group. Agents never commit. */
import { call } from '../../../effects/call.ts';
import { publishCheckout, syncCheckout } from '../../../effects/checkout.ts';
import { runCommitHooks } from '../../../effects/issues.ts';
import { act } from '../../../effects/operation.ts';
import { failureOf } from '../../../failure/failure.ts';
import { type ProofJob, trustOfOlderRuns } from '../../proof/job.ts';
import { changeProof } from '../../proof/machine.ts';
import { commitMessage, kindOfType } from '../record/commit-message.ts';
import { countPassed } from '../record/invariant-report.ts';
import { groupCommands, invariantCommands } from './commands.ts';
import type { Attempted, GroupEnd, IssueState, Judged, PlannedIssue } from './job.ts';
import { proofPause } from './pause.ts';
import {
  afterCommit,
  attemptParts,
  currentGroup,
  groupParts,
  indexOf,
  issueFailed,
  issueParts,
  issueStep,
  untouched,
  withRecordNotes,
} from './state.ts';
import { toSecondAttempt } from './work.ts';

export const groupCommitSteps = [
  issueStep({
    at: 'proving',
    to: ['running-hooks', 'working', 'taking-out', 'failed'],
    needs: (state) => ({ proof: call(changeProof, 'proof', proofJob(state)) }),
    next: (state, { proof: { result } }) => {
      if (result === null || result.at === 'stopped') return { ...groupParts(state), at: 'taking-out', end: null };
      if (result.at === 'failed') return issueFailed(result.because);
      if (result.at === 'back')
        return toSecondAttempt({ ...groupParts(state), isReturned: true }, { is: 'proof', reasons: result.reasons });
      const warnings = result.by === 'person' ? [`${currentGroup(state).title}: accepted without a witness`] : [];
      return { ...withRecordNotes(judgedGroup(state), { warnings }), at: 'running-hooks' };
    },
  }),
  issueStep({
    at: 'running-hooks',
    to: ['inspecting', 'committing', 'working', 'taking-out', 'failed'],
    needs: (state) => ({
      hooks: act(runCommitHooks, {
        lane: state.lane,
        checkpoint: state.checkpoint,
        message: groupMessage(state),
        files: currentGroup(state).files,
        timeoutMs: state.job.settings.checkTimeoutMs,
      }),
    }),
    next: (state, { hooks }) => {
      if (!hooks.ok) return issueFailed(hooks.failure);
      const report = hooks.value;
      if (report.is === 'red') return toSecondAttempt(state, { is: 'hook', hook: report.hook, log: report.log });
      if (report.is === 'outside')
        return toSecondAttempt(state, { is: 'hook-outside', hook: report.hook, files: report.files.slice(0, 50) });
      const { checkpoint, message } = report;
      if (checkpoint === state.checkpoint) return toCommit(state, message);
      // The hooks changed files: everything that a command can tell is checked again.
      return { ...attemptParts(state), at: 'inspecting', checkpoint, hooked: message };
    },
  }),
  issueStep({
    at: 'committing',
    to: ['working', 'scoping', 'syncing', 'taking-out', 'failed'],
    needs: ({ lane, checkpoint, message }) => ({
      committed: act(publishCheckout, { lane, checkpoint, message, as: 'commit' }),
    }),
    next: (state, { committed }) => {
      if (!committed.ok) return issueFailed(committed.failure);
      switch (committed.value.is) {
        case 'base-moved':
          return toSync(state);
        case 'nothing':
          return toSecondAttempt(state, { is: 'no-change' });
        case 'published': {
          const { commit, lane } = committed.value;
          return afterCommit({
            ...withEnd(state, { is: 'committed', commit, title: currentGroup(state).title }),
            lane,
          });
        }
      }
    },
  }),
  issueStep({
    at: 'syncing',
    to: ['inspecting', 'failed'],
    needs: ({ lane, checkpoint, ...state }) => ({
      synced: act(syncCheckout, { lane, checkpoint, foreign: untouched(state) }),
    }),
    next: (state, { synced }) => {
      if (!synced.ok) return issueFailed(synced.failure);
      const attempt = attemptParts(state);
      if (synced.value.is === 'current') return { ...attempt, at: 'inspecting' };
      // The commits of others may break the group, so everything is checked again.
      const { lane, checkpoint } = synced.value;
      return { ...attempt, at: 'inspecting', lane, checkpoint };
    },
  }),
] as const;

const judgedGroup = (state: Judged): Judged => ({ ...attemptParts(state), judged: state.judged });

export const toGroupProof = (state: Judged) =>
  state.job.settings.trust
    ? ({ ...judgedGroup(state), at: 'proving' } as const)
    : ({ ...judgedGroup(state), at: 'running-hooks' } as const);

export const toCommit = (state: Judged, message: string) =>
  ({ ...judgedGroup(state), at: 'committing', message }) as const;

/** Others may commit in the checkout at the same time, but not without end. */
function toSync(state: Attempted) {
  const { lane, landingsLeft } = state;
  if (landingsLeft === 0)
    return issueFailed(
      failureOf('git.branch-moved', { branch: lane.branch, expected: lane.base, found: 'other commits' }),
    );
  const { hooked: _, ...attempt } = attemptParts(state);
  return { ...attempt, at: 'syncing', landingsLeft: landingsLeft - 1 } as const;
}

export const withEnd = <State extends PlannedIssue>(state: State, end: GroupEnd): PlannedIssue => ({
  ...issueParts(state),
  record: { ...state.record, ends: [...state.record.ends, end] },
});

type Proving = Extract<IssueState, { at: 'proving' }>;

function proofJob(state: Proving): ProofJob {
  const { job, lane, checkpoint, isReturned } = state;
  const { settings, issue } = job;
  const { type, invariants } = currentGroup(state);
  const kind = kindOfType[type];
  const pause = proofPause(state);
  return {
    path: lane.path,
    base: lane.base,
    change: checkpoint,
    checks: groupCommands(state),
    given: invariantCommands(invariants),
    ...(settings.testFiles ? { testFiles: settings.testFiles } : {}),
    ...(kind === null ? {} : { kind }),
    checkTimeoutMs: settings.checkTimeoutMs,
    trust: settings.trust ?? trustOfOlderRuns,
    ...(isReturned ? { isReturned } : {}),
    item: issue.id,
    ...(pause === null ? {} : { pause }),
  };
}

/** Commands are green here, so each of their invariants counts. */
function groupMessage(state: Judged): string {
  const { job, record, judged } = state;
  const { type, title, subsystems, invariants } = currentGroup(state);
  const proved = invariants.filter(({ command }) => command !== undefined).length;
  return commitMessage({
    type,
    title,
    issue: job.issue.id,
    n: indexOf(state) + 1,
    of: record.plan.groups.length,
    subsystems,
    passed: proved + countPassed(judged),
    total: invariants.length,
    author: job.settings.author,
  });
}
