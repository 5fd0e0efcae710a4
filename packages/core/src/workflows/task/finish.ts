/** Step 8: commits first, then deletes, and only files of this run (W-139 to W-147, WO-14, C-01). */
import { clearSession, commitCheckout, guardDocs, leaveBranch } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import type { Needs } from '../../machine/machine.ts';
import { heldFiles } from '../converge/acceptance.ts';
import { unwitnessedText } from '../proof/unwitnessed-text.ts';
import { taskCodes } from './codes.ts';
import { unwitnessedReasons } from './proof-record.ts';
import { emptyLayer, type Session, sessionState } from './session.ts';
import { firstVerify, isSessionState, type SpecAcceptance, step, type Task, taskFailed, toEvaluate } from './state.ts';
import { compareNeed, copiesOf, failureOfNeed } from './user-files.ts';

export const taskFinishSteps = [
  step({
    at: 'commit-gate',
    to: ['guarding', 'committing', 'clearing'],
    needs: (state) => ({
      answer: ask(
        taskCodes,
        'commit',
        { branch: state.branch ?? '', docs: state.job.docsPath, ...unwitnessedParams(state) },
        { choices: state.kept ? ['Commit all', 'No commit'] : undefined },
      ),
    }),
    next: (state, { answer }) => {
      const { accepted } = state;
      switch (answer.choice) {
        case 'Commit code only (Recommended)':
          return { ...sessionState(state), at: 'guarding', accepted };
        case 'Commit all':
          return { ...sessionState(state), at: 'committing', accepted, docs: 'all' };
        case 'No commit':
          return toClearing(state, accepted, 'keep');
      }
    },
  }),
  step({
    at: 'guarding',
    to: ['committing', 'commit-gate', 'failed'],
    needs: ({ job: { docsPath } }) => ({ guard: act(guardDocs, { docsPath }) }),
    next: (state, { guard }) => {
      const { accepted } = state;
      if (!guard.ok) return taskFailed(guard.failure);
      // The guard refused: nothing is staged or deleted yet, so the person chooses again (W-144).
      return guard.value.safe
        ? { ...sessionState(state), at: 'committing', accepted, docs: 'notes' }
        : { ...sessionState(state), at: 'commit-gate', accepted, kept: true };
    },
  }),
  step({
    at: 'committing',
    to: ['clearing', 'asking-unverified', 'failed'],
    needs: (state) => ({ done: act(commitCheckout, commitArgs(state)) }),
    next: (state, { done }) => {
      if (!done.ok) return taskFailed(done.failure);
      const { accepted, docs } = state;
      const { changed } = done.value;
      if (changed) return { ...sessionState(state), at: 'asking-unverified', accepted, files: changed };
      return toClearing(state, accepted, docs === 'notes' ? 'clear' : 'keep');
    },
  }),
  step({
    at: 'asking-unverified',
    to: ['surveying', 'clearing'],
    needs: ({ files }) => ({ answer: ask(taskCodes, 'unverified', { files: files.join(', ') }) }),
    next: (state, { answer }) => {
      if (answer.choice === 'No commit') return toClearing(state, state.accepted, 'keep');
      const s = withoutVerified(state);
      return s.v1 && !s.v1.verify ? toEvaluate(s) : firstVerify(s);
    },
  }),
  step({
    at: 'clearing',
    to: ['completed', 'spent', 'failed'],
    needs: (state) => ({
      cleared: act(clearSession, { docsPath: state.docs === 'clear' ? state.job.docsPath : null }),
      ...compareNeed(state),
    }),
    next: (state, { cleared, touched }) => {
      if (!cleared.ok) return taskFailed(cleared.failure);
      const failure = failureOfNeed(touched);
      if (failure) return taskFailed(failure);
      const reasons = unwitnessedReasons(state);
      const proof = reasons === null ? {} : { unwitnessed: reasons };
      return { at: state.accepted === 'at-limit' ? 'spent' : 'completed', ...proof };
    },
  }),
] as const;

const commitArgs = (state: Extract<Task, { at: 'committing' }>) => {
  const { job, branch, base, foreign, docs, verified, userFiles, frozen } = state;
  const reasons = unwitnessedReasons(state);
  return {
    docsPath: job.docsPath,
    docs,
    branch: branch ?? '',
    base,
    foreign,
    message: [subjectOf(job.task), ...(reasons === null ? [] : [unwitnessedText(reasons, job.userLang)])].join('\n\n'),
    ...(verified === undefined ? {} : { verified }),
    ...copiesOf(userFiles),
    ...(frozen ? { holds: heldFiles(frozen) } : {}),
  };
};

function unwitnessedParams(s: Session): { readonly why?: string } {
  const [first] = unwitnessedReasons(s) ?? [];
  return first === undefined ? {} : { why: first.code };
}

/** A person decided to verify other files, so the results and retries of the earlier ones do not count. */
const withoutVerified = (s: Session): Session => {
  const { verified: _, ...session } = sessionState(s);
  return { ...session, layer2: emptyLayer };
};

const toClearing = (s: Session, accepted: SpecAcceptance, docs: 'clear' | 'keep') =>
  ({ ...sessionState(s), at: 'clearing', accepted, docs }) as const;

const maxSubject = 72;

/** Takes the subject from the task text, so it is in the user's language (W-12). */
function subjectOf(task: string): string {
  const [first = ''] = task.trim().split('\n');
  return first.length <= maxSubject ? first : `${first.slice(0, maxSubject - 1)}…`;
}

/** M6: leaves the task's branch when the run is ended from outside; the files stay. */
export function releaseTask(state: Task): Needs {
  const { branch, base } = isSessionState(state)
    ? state
    : 'branched' in state
      ? state.branched
      : { branch: null, base: null };
  return branch === null ? {} : { left: act(leaveBranch, { branch, base }) };
}
