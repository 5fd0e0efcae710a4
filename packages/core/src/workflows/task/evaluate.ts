/** Steps 6 and 7: Layers 2 and 3 by an independent evaluator, the verdict, and the rounds (W-126 to W-138). */

import { agent } from '../../effects/agent.ts';
import { readVerdict, type VerifyStep } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import type { Artifact } from '../../journal/artifact.ts';
import { fileText } from '../../text/text.ts';
import { taskCodes } from './codes.ts';
import { taskModelOf } from './models.ts';
import { proofContext } from './proof-text.ts';
import { evaluator } from './roles/evaluator.ts';
import {
  emptyLayer,
  qaReportPath,
  type Session,
  sessionState,
  specPath,
  taskScopeText,
  verifyReportPath,
} from './session.ts';
import {
  checkoutWorkplace,
  step,
  taskFailed,
  toFailedOrInspecting,
  toFinishTask,
  toGenerate,
  toHalted,
} from './state.ts';

export const evaluateSteps = [
  step({
    at: 'evaluating',
    to: ['judging', 'halted', 'inspecting', 'failed'],
    needs: (state) => ({ said: callEvaluator(state) }),
    next: (state, { said }) => {
      // A report on disk may be older than the interrupted evaluation, so it is not judged.
      if (!said.ok) return toFailedOrInspecting(state, said.failure, 'evaluate_ready');
      // Version 1 has no Layer 2 (W-07).
      const layer = state.v1 && said.value.layer === 'L2' ? 'L3' : said.value.layer;
      const s: Session = {
        ...sessionState(state),
        layer2: { ...state.layer2, result: layer === 'L2' ? 'FAIL' : 'PASS' },
      };
      const failure = layer === 'none' ? '' : said.value.line || unreadableLine;
      return s.style === 'auto' ? { ...s, at: 'judging', layer, failure } : toHalted(s, 'evaluate', failure);
    },
  }),
  step({
    at: 'judging',
    to: ['commit-gate', 'clearing', 'implementing', 'qa-gate', 'failed'],
    needs: ({ job: { docsPath } }) => ({ read: act(readVerdict, { docsPath }) }),
    next: (state, { read }) => {
      if (!read.ok) return taskFailed(read.failure);
      const { verdict, summary } = read.value;
      const { layer, failure } = state;
      if (verdict === 'PASS' && layer === 'none') return toFinishTask(state, 'passed');
      if (layer === 'L2' && state.layer2.retries < state.job.limits.layer2) return toLayer2Retry(state, failure);
      if (state.round >= state.job.limits.rounds) return toFinishTask(state, 'at-limit'); // W-138, WO-24
      return { ...sessionState(state), at: 'qa-gate', layer: layer === 'L2' ? 'L2' : 'L3', summary };
    },
  }),
  step({
    at: 'qa-gate',
    to: ['accepting', 'freezing', 'drafting', 'implementing', 'commit-gate', 'clearing'],
    needs: (state) => ({
      answer: ask(
        taskCodes,
        'qa',
        { layer: state.layer, summary: state.summary, round: state.round },
        { evidence: [fileText(qaReportPath(state))] },
      ),
    }),
    next: (state, { answer }) =>
      answer.choice === 'Fix' ? toGenerate(nextRound(state)) : toFinishTask(state, 'as-is'),
  }),
] as const;

/** Replaces an empty line of the evaluator (WO-16). */
const unreadableLine = 'FAIL — the evaluator gave no readable line';

/** W-134, W-185: one implementation, then verify and evaluate again; the Layer 1 count stays. */
const toLayer2Retry = (s: Session, failure: string) =>
  ({
    ...sessionState(s),
    layer1: { ...s.layer1, result: null },
    layer2: { result: 'FAIL', retries: s.layer2.retries + 1 },
    at: 'implementing',
    because: 'layer2',
    failure: failure || unreadableLine,
  }) as const;

/** W-137, W-69: a new round resets the counts, but not the one auto-fix. */
const nextRound = (s: Session): Session => ({
  ...sessionState(s),
  round: s.round + 1,
  layer1: emptyLayer,
  layer2: emptyLayer,
});

/** W-126 to W-128: the spec, the paths and the check results; never the author or the reasons. */
const callEvaluator = (s: Session & { readonly changed: Artifact }) =>
  agent(
    evaluator,
    checkoutWorkplace,
    {
      spec_content: fileText(specPath(s)),
      changed_files_list: s.changed,
      test_available: s.job.commands.test !== null,
      build_cmd: s.job.commands.build ?? 'SKIP',
      test_cmd: s.job.commands.test ?? 'SKIP',
      round_num: s.round,
      scope: taskScopeText(s.job),
      user_lang: s.job.userLang,
      qa_report_path: qaReportPath(s),
      verify_context: verifyContext(s),
    },
    { model: taskModelOf(s.model, 'evaluator') },
  );

/** W-127, W-183: names the checks that ran and their results. */
function verifyContext(s: Session): string {
  if (s.job.baseline === undefined) return earlierVerifyContext(s);
  if (s.layer1.result === null) return 'Layer 1 was not executed.';
  const { checked = [] } = s;
  const proved = proofContext(s);
  const see = `${proved === null ? '' : `${proved.sentence} `}See ${verifyReportPath(s)}`;
  const steps = checked.map(({ step, is }) => `${stepNames[step]} ${is}`);
  const results = (proved === null || steps.length === 0 ? steps : [...steps, proved.step]).join(', ');
  const ran = checked.filter(({ is }) => is !== 'SKIPPED').map(({ step }) => stepNames[step]);
  if (results !== '' && ran.length === 0) return `Layer 1 was not executed: no check ran (${results}). ${see}`;
  const detail = results === '' ? `. The checks and their results are not known here` : `: ${results}`;
  return s.layer1.result === 'PASS'
    ? `Layer 1 passed${detail}. ${see}`
    : `Layer 1 failed, and the user chose to continue${detail}. ${see}, and look closely at build and tests.`;
}

const stepNames: Readonly<Record<VerifyStep, string>> = {
  build: 'build',
  test: 'tests',
  lint: 'lint',
  typeCheck: 'type check',
};

/** The texts of older versions, for runs that they started. */
function earlierVerifyContext(s: Session): string {
  switch (s.layer1.result) {
    case 'PASS':
      return `Layer 1 passed: build, tests, lint and type check were run. See ${verifyReportPath(s)}`;
    case 'FAIL':
      return `Layer 1 failed, and the user chose to continue. See ${verifyReportPath(s)}, and look closely at build and tests.`;
    case null:
      return 'Layer 1 was not executed.';
  }
}
