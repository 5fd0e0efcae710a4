/** Where a session goes on, by its phase and by what is on the disk (W-24 to W-28, WO-15). */
import type { SessionFiles } from '../../effects/checkout.ts';
import type { TaskPhase } from './phase.ts';
import { emptyLayer, type Session, sessionState } from './session.ts';
import { firstVerify, toEvaluate, toGenerate, toJudgement, verifyAgain } from './state.ts';

/** W-24 to W-28: one line a phase, and the compiler counts them. */
export function resume(s: Session, phase: TaskPhase, files: SessionFiles) {
  const live =
    s.conventions?.startsWith('file:') && !files.conventions
      ? { ...sessionState(s), conventions: null }
      : sessionState(s); // W-20
  const plan = () =>
    live.conventions === null ? ({ ...live, at: 'looking' } as const) : ({ ...live, at: 'planning' } as const);
  const planned = () => (files.spec ? ({ ...live, at: 'approving' } as const) : plan());
  const table = {
    plan_ready: plan,
    planning: planned,
    plan_done: planned,
    generate_ready: () => toGenerate(live),
    // Not a first entry: what was counted before stays counted (WO-15).
    generating: () => generated(live),
    generate_done: () => generated(live),
    verify_ready: () => firstVerify(live),
    // An applied patch is verified once, with the count kept (vocabulary §6.6).
    verifying: () => (live.autofix === 'applied' ? verifyAgain(live) : firstVerify(live)),
    verify_done: () => verified(live, files),
    evaluate_ready: () => toEvaluate(live),
    // What was cut off before it wrote its report is asked for again; a verdict that is there is read (W-28).
    evaluating: () => (files.qaReport ? toJudgement(live, '') : toEvaluate(live)),
    evaluate_done: () => toJudgement(live, ''),
    completed: plan,
  };
  return table[phase]();
}

const generated = (s: Session) => (s.v1 && !s.v1.verify ? toEvaluate(s) : verifyAgain(s));

/** W-27, WO-15. */
function verified(s: Session, files: SessionFiles) {
  const gate = { ...sessionState(s), at: 'verify-gate', failure: '' } as const;
  switch (s.autofix) {
    case 'proposed':
      // I3: the second gate, by way of its patch. One that was cut off before it was written is asked for again (W-112).
      return files.patch
        ? ({ ...sessionState(s), at: 'reading-patch', confidence: 'Unknown' } as const)
        : ({ ...sessionState(s), at: 'finding-files' } as const);
    case 'applied':
      return verifyAgain(s);
    case 'cleared':
      return toEvaluate(s);
    case 'stopped': // I4
      return { ...gate, layer1: { ...s.layer1, retries: Math.min(s.layer1.retries, s.job.limits.layer1) } } as const;
    case 'rejected':
      return gate;
    case null:
      if (s.layer1.result === 'FAIL' && s.layer1.retries >= s.job.limits.layer1) return gate;
      return firstVerify({ ...s, layer1: emptyLayer });
  }
}
