/** Continues a found session from its phase, or clears it (W-15 to W-28, WO-15). */
import { mayBeSessionFolder } from '../../checkout/docs-guard.ts';
import { clearSession, type FilesBeforeCall, readSessionFiles, type SessionFiles } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { slug } from '../../text/slug.ts';
import { taskCodes } from './codes.ts';
import { isOffBranch, phaseToContinue, resumedState } from './continue-session.ts';
import { phaseLabel } from './phase.ts';
import { resume } from './resume.ts';
import { type Session, sessionState } from './session.ts';
import {
  type FoundState,
  type ImplementationReason,
  type InterruptedSetup,
  type ResumePoint,
  type SessionSetup,
  step,
  taskFailed,
} from './state.ts';
import { copiesOf, failureOfNeed, keepNeed, withUserFiles } from './user-files.ts';
import { beginStep } from './wait-for-command.ts';

export const recoverSteps = [
  step({
    at: 'asking-conflict',
    to: ['clearing-old', 'cancelled'],
    needs: ({ skill }) => ({ answer: ask(taskCodes, 'session-conflict', { skill }) }),
    next: ({ setup }, { answer }) =>
      answer.choice === 'Cancel' ? { at: 'cancelled' } : { at: 'clearing-old', setup, onto: 'start' },
  }),
  step({
    at: 'asking-session',
    to: ['inspecting', 'preparing', 'clearing-old'],
    needs: ({ found }) => ({ answer: ask(taskCodes, 'session', questionParams(found)) }),
    next: ({ setup, found }, { answer }) => {
      if (answer.choice === 'Resume') return continueSession(found, setup);
      return { at: 'clearing-old', setup, onto: answer.choice === 'Stop' ? 'cancel' : 'start' };
    },
  }),
  step({
    at: 'clearing-old',
    to: ['preparing', 'cancelled', 'failed'],
    needs: () => ({ cleared: act(clearSession, { docsPath: null }) }),
    next: ({ setup, onto }, { cleared }) => {
      if (!cleared.ok) return taskFailed(cleared.failure);
      return onto === 'start' ? { at: 'preparing', setup } : { at: 'cancelled' };
    },
  }),
  step({
    at: 'inspecting',
    to: [
      'looking',
      'planning',
      'approving',
      'accepting',
      'freezing',
      'drafting',
      'implementing',
      'surveying',
      'asking-acceptance',
      'verify-gate',
      'finding-files',
      'reading-patch',
      'judging',
      'clearing-old',
      'rejoining',
      'failed',
    ] as const,
    needs: (state) => ({
      files: act(readSessionFiles, { docsPath: state.job.docsPath, ...beforeCall(state) }),
      ...(state.userFiles ? {} : keepNeed(state.job)),
    }),
    next: (found, { files, kept }) => {
      if (!files.ok) return taskFailed(files.failure);
      const unkept = failureOfNeed(kept);
      if (unkept) return taskFailed(unkept);
      const state = { ...found, ...withUserFiles(kept) };
      // W-23: never continue in a docs path that no session may have.
      if (!files.value.docsPathOk) return { at: 'clearing-old', setup: state.anew ?? setupOf(state), onto: 'start' };
      const { head } = files.value;
      if (isOffBranch(state, head)) return { ...sessionState(state), ...resumedState(state), at: 'rejoining' };
      // A session commits only at its end, so HEAD is the base of its work.
      const s: Session = { ...sessionState(state), base: state.base ?? head?.commit ?? null };
      if (state.interrupted) return afterInterruption(s, state.interrupted, files.value);
      return state.step ? beginStep(s, state.step, state.phase) : resume(s, state.phase, files.value);
    },
  }),
] as const;

/** Only an interrupted implementation needs a comparison with the files before its call. */
function beforeCall(s: Session & ResumePoint): { readonly before?: FilesBeforeCall } {
  if (!s.interrupted) return {};
  const { base, branch, foreign, job, verified, frozen, report = null, userFiles } = s;
  const commit = verified ?? frozen?.commit ?? base; // before the first verification, the checkout has the frozen tests
  return { before: { hasGit: job.hasGit, base, branch, foreign, commit, report, ...copiesOf(userFiles) } };
}

/** A call that wrote nothing is repeated. A part of its work is verified, and does not count as complete. */
function afterInterruption(s: Session, reason: ImplementationReason, files: SessionFiles) {
  if (files.written === 'nothing') return { ...sessionState(s), at: 'implementing', ...reason } as const;
  const next = resume(s, 'generating', files);
  return files.written === 'part' && next.at === 'surveying' ? ({ ...next, unreported: true } as const) : next;
}

const questionParams = (found: Omit<FoundState, 'document'> | InterruptedSetup) =>
  'begun' in found
    ? { task: found.begun.job.task, phase: phaseLabel('plan_ready'), version: '2.0' }
    : { task: found.session.job.task, phase: phaseLabel(found.phase), version: found.session.v1 ? '1' : '2.0' };

const continueSession = (found: Omit<FoundState, 'document'> | InterruptedSetup, anew: SessionSetup) =>
  'begun' in found
    ? repeatSetup(found, anew)
    : ({
        ...sessionState(found.session),
        at: 'inspecting',
        phase: phaseToContinue(found.session, found.phase),
        step: found.step,
        anew,
      } as const);

/** Repeats an interrupted setup in the same place, unless no session may have that docs path (W-23). */
const repeatSetup = ({ begun }: InterruptedSetup, anew: SessionSetup) =>
  mayBeSessionFolder(begun.job.docsPath)
    ? ({ at: 'preparing', setup: begun } as const)
    : ({ at: 'clearing-old', setup: anew, onto: 'start' } as const);

function setupOf({ job, style, mode, model }: Session): SessionSetup {
  const name = slug(job.task);
  const flags = { ...job.flags, outputDir: null };
  return { job: { ...job, slug: name, docsPath: `docs/harness/${name}/`, flags }, style, mode, model };
}
