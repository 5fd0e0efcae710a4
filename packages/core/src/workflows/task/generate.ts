/** Step 4: plans, lets advisors review the plan, implements. A retry only implements (W-98 to W-104, W-109). */
import { agent } from '../../effects/agent.ts';
import { surveyChange } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { question } from '../../effects/question.ts';
import type { Failure } from '../../failure/failure.ts';
import type { Effect } from '../../machine/machine.ts';
import { withoutConsent } from '../../test-guard/consent.ts';
import { weakenedNames, weakenedParams } from '../../test-guard/weakened-tests.ts';
import { fileText } from '../../text/text.ts';
import { heldFiles } from '../converge/acceptance.ts';
import { taskModelOf } from './models.ts';
import { failureIn } from './plan.ts';
import { withProofOf } from './proof-record.ts';
import { codeQualityAdvisor, combinedAdvisor, testStabilityAdvisor } from './roles/advisors.ts';
import { generatorSingle, implementation, implementationStandard } from './roles/generators.ts';
import type { AdvisorInput, GeneratorInput, RetryInput } from './roles/inputs.ts';
import { leadDeveloper } from './roles/lead-developer.ts';
import type { TaskReply } from './roles/task-reply.ts';
import {
  changesPath,
  qaReportPath,
  type Session,
  sessionState,
  specPath,
  taskScopeText,
  verifyReportPath,
} from './session.ts';
import {
  afterGenerate,
  checkoutWorkplace,
  type ImplementationReason,
  type SetbackReason,
  step,
  taskFailed,
  toFailedOrInspecting,
  toStopped,
  toVerifyGate,
  verifyAgain,
} from './state.ts';
import { compareNeed, copiesOf, failureOfNeed } from './user-files.ts';

const planFile = '.harness/generator/plan.md';
const reviewOf = (advisor: string) => `.harness/generator/review_${advisor}.md`;

export const generateSteps = [
  step({
    at: 'drafting',
    to: ['advising', 'inspecting', 'failed'],
    needs: (state) => ({
      plan: agent(
        leadDeveloper,
        checkoutWorkplace,
        { ...generatorInput(state), output_path: planFile },
        asExecutor(state),
      ),
    }),
    next: (state, { plan }) =>
      // An interrupted plan or review wrote no code, so it is made again.
      plan.ok
        ? { ...sessionState(state), at: 'advising' }
        : toFailedOrInspecting(state, plan.failure, 'generate_ready'),
  }),
  step({
    at: 'advising',
    to: ['implementing', 'inspecting', 'failed'],
    needs: (state): Record<string, Effect<TaskReply>> =>
      state.mode === 'multi' ? twoAdvisors(state) : oneAdvisor(state),
    next: (state, reviews) => {
      const failure = failureIn(reviews);
      if (failure) return toFailedOrInspecting(state, failure, 'generate_ready');
      return { ...sessionState(state), at: 'implementing', because: 'round', failure: '' };
    },
  }),
  step({
    at: 'implementing',
    to: ['surveying', 'halted', 'inspecting', 'failed'],
    needs: (state) => ({ change: callGenerator(state) }),
    next: (state, { change }) => {
      if (!change.ok) return toFailedOrInterrupted(state, change.failure);
      // Retries belong to their step in every style (WO-26).
      return state.because === 'round' ? afterGenerate(state) : verifyAgain(state);
    },
  }),
  step({
    at: 'surveying',
    to: ['building', 'asking-tests', 'evaluating', 'failed'],
    needs: (state) => ({ survey: surveyOf(state), ...compareNeed(state) }),
    next: (state, { survey, touched }) => {
      if (!survey.ok) return taskFailed(survey.failure);
      const failure = failureOfNeed(touched);
      if (failure) return taskFailed(failure);
      const { saved, changed, weakened, report } = survey.value;
      const seen = { ...sessionState(state), ...(report === undefined ? {} : { report }) };
      if (state.onto === 'evaluate') {
        const s = withProofOf(seen, survey.value);
        return { ...withVerified(s, state.verified ?? saved), at: 'evaluating', changed };
      }
      const at = withoutConsent(weakened, state.allowed).length > 0 ? 'asking-tests' : 'building';
      const surveyed = state.unreported ? { ...survey.value, changes: false } : survey.value;
      return { ...withVerified(withProofOf(seen, null), saved), at, survey: surveyed };
    },
  }),
  step({
    at: 'asking-tests',
    to: ['building', 'implementing', 'asking-acceptance', 'verify-gate', 'halted'],
    needs: ({ survey, allowed }) => ({
      answer: question(
        'tests',
        weakenedParams(withoutConsent(survey.weakened, allowed)),
        survey.diff ? [survey.diff] : [],
      ),
    }),
    next: (state, { answer }) => {
      const { survey, allowed } = state;
      const failure = `FAIL — tests: ${weakenedNames(withoutConsent(survey.weakened, allowed), 5)}`;
      if (answer.choice === 'Allow')
        return {
          ...sessionState(state),
          at: 'building',
          survey,
          allowed: [...allowed, ...withoutConsent(survey.weakened, allowed)],
        };
      // Verification has not started: a resume asks this again, so a person cannot skip it and continue to the evaluator.
      return answer.choice === 'Stop' ? toStopped(state, 'generate', failure) : sendBack(state, failure, 'tests');
    },
  }),
] as const;

const toFailedOrInterrupted = (s: Session & ImplementationReason, because: Failure) => {
  const next = toFailedOrInspecting(s, because, 'generating');
  if (next.at === 'failed') return next;
  return { ...next, interrupted: { because: s.because, failure: s.failure } } as const;
};

const surveyOf = ({ job, base, branch, foreign, manifest, userFiles, frozen }: Session) =>
  act(surveyChange, {
    base,
    foreign,
    manifest,
    hasGit: job.hasGit,
    docsPath: job.docsPath,
    scope: job.scope,
    checks: Object.values(job.commands).filter((command) => command !== null),
    testFiles: job.testFiles,
    ...(job.savesChange && branch !== null ? { savesOn: branch } : {}),
    ...copiesOf(userFiles),
    ...(frozen ? { holds: heldFiles(frozen) } : {}),
  });

const withVerified = (s: Session, commit: string | undefined): Session =>
  commit === undefined ? sessionState(s) : { ...sessionState(s), verified: commit };

/** Implements again while retries are left; then asks a person (W-109, W-110). */
function sendBack(s: Session, failure: string, because: SetbackReason['because']) {
  const { result, retries } = s.layer1;
  if (retries >= s.job.limits.layer1)
    return toVerifyGate({ ...sessionState(s), layer1: { result: 'FAIL', retries } }, { because, failure });
  return {
    ...sessionState(s),
    layer1: { result, retries: retries + 1 },
    at: 'implementing',
    because,
    failure,
  } as const;
}

/** A patch that did not help restores no retries (I4, W-43). */
export function afterRedVerify(s: Session, failure: string, because: 'layer1' | 'proof') {
  if (s.autofix !== 'applied') return sendBack(s, failure, because);
  const layer1 = { result: 'FAIL', retries: Math.min(s.layer1.retries, s.job.limits.layer1) } as const;
  return toVerifyGate({ ...sessionState(s), layer1, autofix: 'stopped' }, { because, failure });
}

const asExecutor = ({ model }: Session) => ({ model: taskModelOf(model, 'executor') });
const asAdvisor = ({ model }: Session) => ({ model: taskModelOf(model, 'advisor') });

const generatorInput = (s: Session) => ({
  spec_content: fileText(specPath(s)),
  qa_feedback: s.round > 1 ? fileText(qaReportPath(s)) : ('(First round)' as const),
  repo_path: s.job.repoPath,
  lang: s.job.lang,
  scope: taskScopeText(s.job),
  max_files: s.job.limits.files,
  user_lang: s.job.userLang,
});

/** W-101: the plan, never the code. */
const advisorInput = (s: Session, name: string): AdvisorInput => ({
  spec_content: fileText(specPath(s)),
  plan_content: fileText(planFile),
  repo_path: s.job.repoPath,
  lang: s.job.lang,
  test_cmd: s.job.commands.test ?? 'SKIP',
  user_lang: s.job.userLang,
  output_path: reviewOf(name),
});
const oneAdvisor = (s: Session) => ({
  combined: agent(combinedAdvisor, checkoutWorkplace, advisorInput(s, 'combined'), asAdvisor(s)),
});
const twoAdvisors = (s: Session) => ({
  code_quality: agent(codeQualityAdvisor, checkoutWorkplace, advisorInput(s, 'code_quality'), asAdvisor(s)),
  test_stability: agent(testStabilityAdvisor, checkoutWorkplace, advisorInput(s, 'test_stability'), asAdvisor(s)),
});

function callGenerator(s: Session & ImplementationReason): Effect<TaskReply> {
  const input: GeneratorInput = {
    ...generatorInput(s),
    round_num: s.round,
    changes_path: changesPath(s),
    ...retryOf(s),
    ...(s.frozen ? { frozen: s.frozen.files } : {}),
  };
  const plan_content = fileText(planFile);
  switch (s.mode) {
    case 'single':
      return agent(generatorSingle, checkoutWorkplace, input, asExecutor(s));
    case 'standard':
      return agent(
        implementationStandard,
        checkoutWorkplace,
        { ...input, plan_content, advisor_review: fileText(reviewOf('combined')) },
        asExecutor(s),
      );
    case 'multi': {
      const reviews = {
        code_quality_review: fileText(reviewOf('code_quality')),
        test_stability_review: fileText(reviewOf('test_stability')),
      };
      return agent(implementation, checkoutWorkplace, { ...input, plan_content, ...reviews }, asExecutor(s));
    }
  }
}

/** W-102, W-134: the failure in one line, and the path of the full report. */
const retryOf = (s: Session & ImplementationReason): RetryInput =>
  s.because === 'round'
    ? {}
    : { verify_failure: s.failure, verify_report_path: s.because === 'layer2' ? qaReportPath(s) : verifyReportPath(s) };
