/** A session that was found on the disk, ours or another tool's, goes on where its phase says (W-15 to W-28, WO-15). */
import { mayHoldSession } from '../../checkout/docs-guard.ts';
import { clearSession, lookAtSession } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { slug } from '../../slug.ts';
import { begin } from './halted.ts';
import { phaseLabel } from './phase.ts';
import { isAstray, resumed } from './rejoin.ts';
import { resume } from './resume.ts';
import { type Session, session } from './session.ts';
import { type Begun, type Found, failed, type Setup, step } from './state.ts';

export const recover = [
  step({
    at: 'asking-conflict',
    to: ['clearing-old', 'cancelled'],
    needs: ({ skill }) => ({ answer: question('session-conflict', { skill }) }),
    next: ({ setup }, { answer }) =>
      answer.choice === 'Cancel' ? { at: 'cancelled' } : { at: 'clearing-old', setup, onto: 'start' },
  }),
  step({
    at: 'asking-session',
    to: ['inspecting', 'preparing', 'clearing-old'],
    needs: ({ found }) => ({ answer: question('session', aboutFound(found)) }),
    next: ({ setup, found }, { answer }) => {
      if (answer.choice === 'Resume') return goOn(found, setup);
      return { at: 'clearing-old', setup, onto: answer.choice === 'Stop' ? 'cancel' : 'start' };
    },
  }),
  step({
    at: 'clearing-old',
    to: ['preparing', 'cancelled', 'failed'],
    needs: () => ({ cleared: act(clearSession, { docsPath: null }) }),
    next: ({ setup, onto }, { cleared }) => {
      if (!cleared.ok) return failed(cleared.failure);
      return onto === 'start' ? { at: 'preparing', setup } : { at: 'cancelled' };
    },
  }),
  step({
    at: 'inspecting',
    to: [
      ...['looking', 'planning', 'approving', 'drafting', 'implementing', 'surveying', 'verify-gate'],
      ...['finding-files', 'reading-patch', 'judging', 'clearing-old', 'rejoining', 'failed'],
    ] as const,
    needs: ({ job: { docsPath } }) => ({ files: act(lookAtSession, { docsPath }) }),
    next: (state, { files }) => {
      if (!files.ok) return failed(files.failure);
      // W-23: a place that no session may have is not gone on with, whoever wrote it down.
      if (!files.value.docsPathOk) return { at: 'clearing-old', setup: state.anew ?? setupOf(state), onto: 'start' };
      const { head } = files.value;
      if (isAstray(state, head)) return { ...session(state), ...resumed(state), at: 'rejoining' };
      // Nothing is committed before the end: where HEAD is, the work of a session that was found began.
      const s: Session = { ...session(state), base: state.base ?? head?.commit ?? null };
      return state.step ? begin(s, state.step, state.phase) : resume(s, state.phase, files.value);
    },
  }),
] as const;

const aboutFound = (found: Omit<Found, 'document'> | Begun) =>
  'begun' in found
    ? { task: found.begun.job.task, phase: phaseLabel('plan_ready'), version: '2.0' }
    : { task: found.session.job.task, phase: phaseLabel(found.phase), version: found.session.v1 ? '1' : '2.0' };

const goOn = (found: Omit<Found, 'document'> | Begun, anew: Setup) =>
  'begun' in found
    ? beginAgain(found, anew)
    : ({ ...session(found.session), at: 'inspecting', phase: found.phase, step: found.step, anew } as const);

/** A setup that was cut off is made once more, where it was; a place that no session may have is not gone on with (W-23). */
const beginAgain = ({ begun }: Begun, anew: Setup) =>
  mayHoldSession(begun.job.docsPath)
    ? ({ at: 'preparing', setup: begun } as const)
    : ({ at: 'clearing-old', setup: anew, onto: 'start' } as const);

/** What a restart begins with: the same job, chosen as before, in the place that a new one would have. */
function setupOf({ job, style, mode, model }: Session): Setup {
  const name = slug(job.task);
  const flags = { ...job.flags, outputDir: null };
  return { job: { ...job, slug: name, docsPath: `docs/harness/${name}/`, flags }, style, mode, model };
}
