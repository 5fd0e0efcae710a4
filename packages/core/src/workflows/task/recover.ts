/** A session that was found on the disk, ours or another tool's, goes on where its phase says (W-15 to W-28, WO-15). */
import { mayHoldSession } from '../../checkout/docs-guard.ts';
import { clearSession, lookAtSession, type SessionFiles } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import { signal } from '../../effects/signal.ts';
import { slug } from '../../slug.ts';
import { isAtOrAfter, type Phase, phaseLabel } from './phase.ts';
import { isAstray, resumed } from './rejoin.ts';
import { freshLayer, type Session, type StepName, session } from './session.ts';
import {
  type Begun,
  evaluate,
  type Found,
  failed,
  firstVerify,
  generate,
  type Setup,
  step,
  type Task,
  verifyAgain,
} from './state.ts';

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
  step({
    at: 'halted',
    to: ['approving', 'drafting', 'implementing', 'surveying', 'verify-gate', 'judging'],
    needs: ({ after }) => ({ command: signal('command', commands[after]) }),
    next: (state, { command }) => {
      if (command !== 'resume') return begin(state, command, phaseAfter[state.after]);
      return state.because === 'stop' ? backToGate(state) : onwards(state);
    },
  }),
] as const;

/** What a person may say next: go on, or one step by its name that is not ahead of the session (W-34, W-158). */
export const commands = {
  plan: ['resume', 'generate'],
  generate: ['resume', 'generate', 'verify'],
  verify: ['resume', 'generate', 'verify', 'evaluate'],
  evaluate: ['resume', 'generate', 'verify', 'evaluate'],
} as const satisfies Record<StepName, readonly ('resume' | StepName)[]>;

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

const phaseAfter = {
  plan: 'plan_done',
  generate: 'generate_done',
  verify: 'verify_done',
  evaluate: 'evaluate_done',
} as const satisfies Record<StepName, Phase>;

type Halted = Extract<Task, { at: 'halted' }>;

/** Stop was said at a gate: the same gate is shown again. That of the tests is found anew, by the change as it is now. */
function backToGate(s: Halted) {
  if (s.after === 'generate') return verifyAgain(s);
  return s.after === 'verify'
    ? ({ ...session(s), at: 'verify-gate', failure: s.failure } as const)
    : ({ ...session(s), at: 'approving' } as const);
}

/** The next session of a run that halts after each phase (W-30). */
function onwards(s: Halted) {
  switch (s.after) {
    case 'plan':
      return { ...session(s), at: 'approving' } as const;
    case 'generate':
      return firstVerify(s);
    case 'verify':
      return evaluate(s);
    case 'evaluate':
      return judge(s, s.failure);
  }
}

/** One step by its name (W-31, W-32). A spec that nobody has confirmed yet is shown first (W-159). */
export function begin(s: Session, name: StepName, phase: Phase) {
  const asked: Session = { ...session(s), style: name === 'verify' || name === 'evaluate' ? 'step' : 'phase' };
  if (name === 'verify') return firstVerify(asked);
  if (name === 'evaluate') return evaluate(asked);
  return name === 'plan' || !isAtOrAfter(phase, 'generate_ready')
    ? ({ ...asked, at: 'approving' } as const)
    : generate(asked);
}

/** W-24 to W-28: one line a phase, and the compiler counts them. */
export function resume(s: Session, phase: Phase, files: SessionFiles) {
  const live =
    s.conventions?.startsWith('file:') && !files.conventions ? { ...session(s), conventions: null } : session(s); // W-20
  const plan = () =>
    live.conventions === null ? ({ ...live, at: 'looking' } as const) : ({ ...live, at: 'planning' } as const);
  const planned = () => (files.spec ? ({ ...live, at: 'approving' } as const) : plan());
  const table = {
    plan_ready: plan,
    planning: planned,
    plan_done: planned,
    generate_ready: () => generate(live),
    // Not a first entry: what was counted before stays counted (WO-15).
    generating: () => generated(live),
    generate_done: () => generated(live),
    verify_ready: () => firstVerify(live),
    // An applied patch is verified once, with the count kept (vocabulary §6.6).
    verifying: () => (live.autofix === 'applied' ? verifyAgain(live) : firstVerify(live)),
    verify_done: () => verified(live, files),
    evaluate_ready: () => evaluate(live),
    // What was cut off before it wrote its report is asked for again; a verdict that is there is read (W-28).
    evaluating: () => (files.qaReport ? judge(live, '') : evaluate(live)),
    evaluate_done: () => judge(live, ''),
    completed: plan,
  };
  return table[phase]();
}

const generated = (s: Session) => (s.v1 && !s.v1.verify ? evaluate(s) : verifyAgain(s));

/** W-27, WO-15. */
function verified(s: Session, files: SessionFiles) {
  const gate = { ...session(s), at: 'verify-gate', failure: '' } as const;
  switch (s.autofix) {
    case 'proposed':
      // I3: the second gate, by way of its patch. One that was cut off before it was written is asked for again (W-112).
      return files.patch
        ? ({ ...session(s), at: 'reading-patch', confidence: 'Unknown' } as const)
        : ({ ...session(s), at: 'finding-files' } as const);
    case 'applied':
      return verifyAgain(s);
    case 'cleared':
      return evaluate(s);
    case 'stopped': // I4
      return { ...gate, layer1: { ...s.layer1, retries: Math.min(s.layer1.retries, s.job.limits.layer1) } } as const;
    case 'rejected':
      return gate;
    case null:
      if (s.layer1.result === 'FAIL' && s.layer1.retries >= s.job.limits.layer1) return gate;
      return firstVerify({ ...s, layer1: freshLayer });
  }
}

/** What the evaluator said was wrong still counts when its report says otherwise; empty when it said nothing was. */
function judge(s: Session, failure: string) {
  const layer = s.layer2.result === 'FAIL' ? 'L2' : failure === '' ? 'none' : 'L3';
  return { ...session(s), at: 'judging', layer, failure } as const;
}

/** What a restart begins with: the same job, chosen as before, in the place that a new one would have. */
function setupOf({ job, style, mode, model }: Session): Setup {
  const name = slug(job.task);
  const flags = { ...job.flags, outputDir: null };
  return { job: { ...job, slug: name, docsPath: `docs/harness/${name}/`, flags }, style, mode, model };
}
