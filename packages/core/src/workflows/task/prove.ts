/** The end of step 5: proves the saved change in rooms of its own, and writes the result into the report. */
import { call } from '../../effects/call.ts';
import { addProofToReport, type ChangeSurvey, verifySteps } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import type { ProofJob } from '../proof/job.ts';
import { changeProof } from '../proof/machine.ts';
import { afterRedVerify } from './generate.ts';
import { changeToProve, withProofResult } from './proof-record.ts';
import { proofFailure, proofLines } from './proof-text.ts';
import { type Session, sessionState } from './session.ts';
import { afterVerify, lacksAcceptanceTests, step, type Task, taskFailed, toStopped } from './state.ts';

export const proveSteps = [
  step({
    at: 'proving',
    to: ['recording', 'halted', 'failed'],
    needs: (state) => ({ proof: call(changeProof, 'proof', proofJob(state)) }),
    next: (state, { proof: { result } }) => {
      // The verification is not over: a resume repeats it and asks again, so that the question stays open.
      if (result === null || result.at === 'stopped') return toStopped(state, 'generate');
      if (result.at === 'failed') return taskFailed(result.because);
      const lines = proofLines(result, state.proof?.kind);
      return { ...withProofResult(state, state.change, result), at: 'recording', lines };
    },
  }),
  step({
    at: 'recording',
    to: ['surveying', 'halted', 'implementing', 'asking-acceptance', 'verify-gate', 'failed'],
    needs: ({ job: { docsPath }, lines }) => ({ written: act(addProofToReport, { docsPath, lines }) }),
    next: (state, { written }) => {
      if (!written.ok) return taskFailed(written.failure);
      const result = state.proof?.result;
      if (result?.is !== 'back') return afterGreenVerify(state);
      // It counts like a red Layer 1: the same retries, and the same gate after them (W-109, W-110).
      const s: Session = { ...sessionState(state), layer1: { ...state.layer1, result: 'FAIL' } };
      return afterRedVerify(s, proofFailure(result.reasons), 'proof');
    },
  }),
] as const;

/**
 * Old runs, runs without a proof, and changes without a commit to compare with continue at once. A session that another
 * run implemented without acceptance tests gets them first.
 */
export const toProof = (s: Session & { readonly survey: ChangeSurvey }) => {
  if (lacksAcceptanceTests(s)) return { ...sessionState(s), at: 'accepting', onto: 'verify' } as const;
  const commit = s.survey.saved;
  return s.job.trust && s.base !== null && commit !== undefined
    ? ({ ...sessionState(s), at: 'proving', commit, change: changeToProve(s, s.survey) } as const)
    : afterGreenVerify(s);
};

const afterGreenVerify = (s: Session) => afterVerify(s.autofix === 'applied' ? { ...s, autofix: 'cleared' } : s);

function proofJob(state: Extract<Task, { at: 'proving' }>): ProofJob {
  const { job, base, commit, checked = [], proof: known = {}, frozen } = state;
  const passed = verifySteps.filter((name) => checked.some((one) => one.step === name && one.is === 'PASS'));
  const commandsOf = (names: typeof passed) => names.flatMap((name) => job.commands[name] ?? []);
  const { kind, changes, isReturned, promised } = known;
  return {
    path: '.',
    base: base ?? '',
    change: commit,
    checks: commandsOf(passed),
    // a check on the command line may be the task itself
    given: commandsOf(passed.filter((name) => !job.baseline?.includes(name))),
    ...(job.testFiles ? { testFiles: job.testFiles } : {}),
    ...(kind ? { kind } : {}),
    ...(changes ? { changes } : {}),
    checkTimeoutMs: job.checkTimeoutMs,
    trust: job.trust ?? noProof,
    ...(isReturned ? { isReturned } : {}),
    ...(promised ? { allowed: promised } : {}),
    ...(frozen && frozen.tests.length > 0 ? { acceptance: frozen.tests } : {}),
  };
}

const noProof = { witness: 'ask', mutants: { count: 0, budgetMs: 0, leastKilled: 0 } } as const;
