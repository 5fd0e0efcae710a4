/** Finds the state in which a session continues, from its phase and its files (W-24 to W-28, WO-15). */
import type { SessionFiles } from '../../effects/checkout.ts';
import type { TaskPhase } from './phase.ts';
import { isProofDue } from './proof-record.ts';
import { emptyLayer, type Session, sessionState } from './session.ts';
import { firstVerify, toEvaluate, toGenerate, toJudgement, toVerifyGate, verifyAgain } from './state.ts';

/** W-24 to W-28: one row per phase; the compiler checks that none is missing. */
export function resume(s: Session, phase: TaskPhase, files: SessionFiles) {
  const session =
    s.conventions?.startsWith('file:') && !files.conventions
      ? { ...sessionState(s), conventions: null }
      : sessionState(s); // W-20
  const toPlan = () =>
    session.conventions === null ? ({ ...session, at: 'looking' } as const) : ({ ...session, at: 'planning' } as const);
  const toApproving = () => (files.spec ? ({ ...session, at: 'approving' } as const) : toPlan());
  const toVerdict = () => (isProofDue(session) ? firstVerify(session) : toJudgement(session, ''));
  const table = {
    plan_ready: toPlan,
    planning: toApproving,
    plan_done: toApproving,
    generate_ready: () => toGenerate(session),
    // Not the first verification of the round: the count stays (WO-15).
    generating: () => afterGenerating(session),
    generate_done: () => afterGenerating(session),
    verify_ready: () => firstVerify(session),
    // An applied patch is verified once; the count stays (vocabulary §6.6).
    verifying: () => (session.autofix === 'applied' ? verifyAgain(session) : firstVerify(session)),
    verify_done: () => afterVerifyDone(session, files),
    evaluate_ready: () => toEvaluate(session),
    // Without a report the evaluation runs again; an existing verdict is read (W-28).
    evaluating: () => (files.qaReport ? toVerdict() : toEvaluate(session)),
    evaluate_done: toVerdict,
    completed: toPlan,
  };
  return table[phase]();
}

const afterGenerating = (s: Session) => (s.v1 && !s.v1.verify ? toEvaluate(s) : verifyAgain(s));

/** W-27, WO-15. */
function afterVerifyDone(s: Session, files: SessionFiles) {
  const gate = (session: Session) => toVerifyGate(session, { because: 'layer1', failure: '' });
  switch (s.autofix) {
    case 'proposed':
      // I3: the second gate, after reading its patch. Without a patch file the proposal is made again (W-112).
      return files.patch
        ? ({ ...sessionState(s), at: 'reading-patch', confidence: 'Unknown' } as const)
        : ({ ...sessionState(s), at: 'finding-files' } as const);
    case 'applied':
      return verifyAgain(s);
    case 'cleared':
      return toEvaluate(s);
    case 'stopped': // I4
      return gate({ ...s, layer1: { ...s.layer1, retries: Math.min(s.layer1.retries, s.job.limits.layer1) } });
    case 'rejected':
      return gate(s);
    case null:
      if (s.layer1.result === 'FAIL' && s.layer1.retries >= s.job.limits.layer1) return gate(s);
      return firstVerify({ ...s, layer1: emptyLayer });
  }
}
