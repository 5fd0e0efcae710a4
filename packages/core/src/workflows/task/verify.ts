/** Step 5: Layer 1, its retries, and the first gate (W-105 to W-110, W-125). Exit codes decide, never a model. */
import { inRoom, testBase, withLostTestsRed } from '../../checks/check-round.ts';
import { agent } from '../../effects/agent.ts';
import type { CheckReport } from '../../effects/check.ts';
import { check } from '../../effects/check.ts';
import {
  addVerifierWordsToReport,
  type ChangeSurvey,
  type StepResult,
  type VerifyStep,
  writeVerifyReport,
} from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import type { Outcome } from '../../failure/failure.ts';
import type { Effect } from '../../machine/machine.ts';
import { fileText } from '../../text/text.ts';
import { taskCodes } from './codes.ts';
import { afterRedVerify } from './generate.ts';
import { toProof } from './prove.ts';
import { verifier } from './roles/verifier.ts';
import {
  type CheckedStep,
  changesPath,
  type Session,
  sessionState,
  type TaskJob,
  verifyReportPath,
} from './session.ts';
import { checkoutWorkplace, step, taskFailed, toEvaluate, toFailedOrInspecting, toStopped } from './state.ts';

export const taskVerifySteps = [
  step({
    at: 'building',
    to: ['testing', 'reporting'],
    needs: (state) => checksOf(state, ['build'], []),
    next: (state, { build }) => {
      const { survey, job } = state;
      const built = resultOf(state, 'build', build);
      if (isGreenOrSkipped(built)) return { ...sessionState(state), at: 'testing', survey, build: built };
      // After a failed build the other checks are pointless (WO-07).
      const skipped = laterSteps.map(
        (name): StepResult => ({
          step: name,
          command: job.commands[name],
          skipped: 'build-failed',
        }),
      );
      return { ...sessionState(state), at: 'reporting', survey, steps: [built, ...skipped] };
    },
  }),
  step({
    at: 'testing',
    to: ['testing', 'reporting'],
    // A red test does not stop the others (WO-07); unconfigured checks are skipped.
    needs: (state) => {
      const { job, survey, build, done = [] } = state;
      return checksOf(state, dueSteps(job, survey, done), [build, ...done].flatMap(ranCommand));
    },
    next: (state, reports) => {
      const { survey, build, job, done = [] } = state;
      const now = [...done, ...dueSteps(job, survey, done).map((name) => resultOf(state, name, reports[name]))];
      const next = { ...sessionState(state), survey };
      if (now.length < laterSteps.length) return { ...next, at: 'testing', build, done: now };
      return { ...next, at: 'reporting', steps: [build, ...now] };
    },
  }),
  step({
    at: 'reporting',
    to: [
      'wording',
      'accepting',
      'proving',
      'surveying',
      'halted',
      'implementing',
      'asking-acceptance',
      'verify-gate',
      'failed',
    ],
    needs: ({ job, survey, steps, todoBlocking }) => ({
      reported: act(writeVerifyReport, {
        docsPath: job.docsPath,
        steps,
        todoBlocking,
        changed: survey.changed,
        count: survey.count,
        maxFiles: job.limits.files,
        outside: survey.outside,
        outsideCount: survey.outsideCount,
        missing: survey.changes ? [] : ['changes.md'],
      }),
    }),
    next: (state, { reported }) => {
      if (!reported.ok) return taskFailed(reported.failure);
      const { result, line } = reported.value;
      const checked = state.job.baseline === undefined ? {} : { checked: state.steps.map(checkedStep) };
      const s: Session = { ...sessionState(state), layer1: { ...state.layer1, result }, ...checked };
      return s.job.flags.verifierModel
        ? { ...s, at: 'wording', survey: state.survey, failure: line }
        : decide({ ...s, survey: state.survey }, line);
    },
  }),
  step({
    at: 'wording',
    to: ['noting', 'inspecting', 'failed'],
    needs: (state) => ({ said: callVerifier(state) }),
    next: (state, { said }) => {
      const { survey, failure } = state;
      if (!said.ok) return toFailedOrInspecting(state, said.failure, 'verifying');
      return { ...sessionState(state), at: 'noting', survey, failure, line: said.value.line };
    },
  }),
  step({
    at: 'noting',
    to: ['accepting', 'proving', 'surveying', 'halted', 'implementing', 'asking-acceptance', 'verify-gate', 'failed'],
    needs: ({ job: { docsPath }, line }) => ({ noted: act(addVerifierWordsToReport, { docsPath, line }) }),
    next: (state, { noted }) => (noted.ok ? decide(state, state.failure) : taskFailed(noted.failure)),
  }),
  step({
    at: 'verify-gate',
    to: ['finding-files', 'surveying', 'halted'],
    needs: (state) => ({
      answer: ask(
        taskCodes,
        'verify',
        { error: state.failure, retries: state.job.limits.layer1 },
        {
          evidence: [fileText(verifyReportPath(state))],
          choices: gateChoices(state),
        },
      ),
    }),
    next: (state, { answer }) => {
      // W-111: record `proposed` before calling the proposer.
      if (answer.choice === 'Auto-fix proposal' && mayAutofix(state))
        return { ...sessionState(state), at: 'finding-files', autofix: 'proposed' };
      return answer.choice === 'Stop' ? toStopped(state, 'verify', state.failure) : toEvaluate(state);
    },
  }),
] as const;

/** A required proof cannot be left out. */
function gateChoices(s: Session) {
  const fix = mayAutofix(s) ? (['Auto-fix proposal'] as const) : [];
  if (s.job.trust?.witness === 'required') return [...fix, 'Stop'] as const;
  return fix.length > 0 ? undefined : (['Continue to Evaluator', 'Stop'] as const);
}

/** I2 (W-41). */
const mayAutofix = ({ attempted, autofix }: Session): boolean => !attempted && autofix === null;

const decide = (s: Surveyed, line: string) =>
  s.layer1.result === 'PASS' ? toProof(s) : afterRedVerify(s, line, 'layer1');

const laterSteps = ['test', 'lint', 'typeCheck'] as const;

/** In a clean room one command at a time, because a later check needs the outputs of earlier ones; else all at once. */
function dueSteps({ commands }: TaskJob, { saved }: ChangeSurvey, done: readonly StepResult[]) {
  const left = laterSteps.slice(done.length);
  const [, second] = left.filter((name) => commands[name] !== null);
  return saved === undefined || second === undefined ? left : left.slice(0, left.indexOf(second));
}

/** The command of a step that ran; empty if it was skipped. */
const ranCommand = (result: StepResult): readonly string[] =>
  'skipped' in result || result.command === null ? [] : [result.command];

type Surveyed = Session & { readonly survey: ChangeSurvey };

/** Checks the saved commit in a clean room; without one it checks the checkout, in old runs and without git. */
const checksOf = <Name extends VerifyStep>(state: Surveyed, names: readonly Name[], after: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { job, survey } = state;
      const command = job.commands[name];
      if (command === null) return [];
      const room = survey.saved === undefined ? {} : inRoom(survey.saved, after);
      const input = { command, cwd: '.', timeoutMs: job.checkTimeoutMs, ...room };
      return [[name, check(name === 'test' ? { ...input, ...comparedWith(state) } : input)]];
    }),
  ) as Partial<Record<Name, Effect<CheckReport>>> as Record<Name, Effect<CheckReport>>;

/** Sessions of earlier versions saved no commit; their tests are not compared. */
function comparedWith({ job, base, survey, allowed }: Surveyed) {
  if (base === null || survey.saved === undefined) return {};
  return { base: testBase(base, job.testFiles, allowed) };
}

/** A test of the base that no longer runs is red here: after the retries a person decides at the gate. */
function resultOf(state: Surveyed, name: VerifyStep, outcome: Outcome<CheckReport> | undefined): StepResult {
  const { job, allowed, missing, ignored } = state;
  const command = job.commands[name];
  if (command === null || outcome === undefined)
    return { step: name, command, skipped: ignored?.includes(name) ? 'ignored' : 'none' };
  // Only if the tool was missing before the change too: otherwise a change could switch a check off.
  const isMissing = outcome.ok && outcome.value.isToolMissing && missing?.includes(name);
  if (isMissing) return { step: name, command, skipped: 'missing' };
  return outcome.ok
    ? { step: name, command, report: withLostTestsRed(command, outcome.value, allowed) }
    : { step: name, command, failed: outcome.failure.code };
}

const checkedStep = (result: StepResult): CheckedStep => ({
  step: result.step,
  is: 'skipped' in result ? 'SKIPPED' : isGreenOrSkipped(result) ? 'PASS' : 'FAIL',
});

const isGreenOrSkipped = (result: StepResult) => 'skipped' in result || ('report' in result && result.report.green);

/** Calls the verifier, which only words the report, if a person named a model for it (vocabulary §6.10). */
const callVerifier = (s: Session & { readonly survey: ChangeSurvey }) =>
  agent(
    verifier,
    checkoutWorkplace,
    {
      build_cmd: s.job.commands.build ?? 'SKIP',
      test_cmd: s.job.commands.test ?? 'SKIP',
      lint_cmd: s.job.commands.lint ?? 'SKIP',
      type_check_cmd: s.job.commands.typeCheck ?? 'SKIP',
      changes_md_path: changesPath(s),
      verify_report_path: verifyReportPath(s),
      todo_blocking: s.todoBlocking,
      verify_report: fileText(verifyReportPath(s)),
      user_lang: s.job.userLang,
    },
    { model: s.model.verifier },
  );
