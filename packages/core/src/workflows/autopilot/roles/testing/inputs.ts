/** Sample inputs of the autopilot roles: one per variant of a prompt. */
import type { Role } from '../../../../role/role.ts';
import { taskDiagnostician } from '../diagnostician.ts';
import { taskExecutor } from '../executor.ts';
import { phaseIntegrator } from '../integrator.ts';
import { phasePlanner } from '../planner.ts';
import { changeReviewer } from '../reviewer.ts';
import type {
  ChangeReviewerInput,
  PhaseIntegratorInput,
  PhasePlannerInput,
  SessionInput,
  TaskDiagnosticianInput,
  TaskExecutorInput,
  TaskRetry,
} from '../session-input.ts';
import { phaseVerifier } from '../verifier.ts';

const session: SessionInput = {
  spec_path: 'docs/changes/scanner/proposal.md',
  slug: 'changes--scanner--proposal',
  session_dir: '.harness/sessions/changes--scanner--proposal/',
  handoff_path: '.harness/sessions/changes--scanner--proposal/handoff.json',
  scratchpad: '.harness/sessions/changes--scanner--proposal/scratchpad/2/',
  phase: 2,
  phase_name: 'Rule Engine',
  rigor: 'standard',
};
const plan = 'docs/changes/scanner/plans/2026-03-19-rule-engine-plan.md';

export const plannerInput: PhasePlannerInput = {
  ...session,
  plan_path: plan,
  spec: { file: session.spec_path },
  context: [
    { label: 'roadmap', text: { file: 'docs/roadmap.md' } },
    { label: 'learnings', text: '- **2026-03-18 [outcome:gotcha]:** the parser is slow' },
  ],
  notes: [],
  skeleton: 'default',
};

const approved = { path: 'artifacts/plan.md', sha256: '', bytes: 9 };
const texts = { spec: { path: 'artifacts/spec.md', sha256: '', bytes: 9 }, approved };

export const executorInput: TaskExecutorInput = {
  ...session,
  plan_path: plan,
  approved,
  spec: { file: session.spec_path },
  plan: { file: plan },
  tasks: [
    { n: 1, title: 'Read a rule' },
    { n: 2, title: 'Match a rule' },
  ],
  findings: [],
  retry: null,
  answers: [],
  scratchpad_words: 500,
};

const { approved: _, ...withoutPlan } = executorInput;

const firstRetry: TaskRetry = {
  attempt: 1,
  of: 3,
  error: 'TypeError: rule is undefined\n  at src/rules.ts:3',
  tried: [],
};
const secondRetry: TaskRetry = {
  ...firstRetry,
  attempt: 2,
  tried: ['returned early without a rule'],
  related: ['src/rules.ts', 'src/rules.test.ts'],
  learnings: { file: '.harness/learnings.md' },
};
const thirdRetry: TaskRetry = {
  ...secondRetry,
  attempt: 3,
  tried: ['returned early without a rule', 'loaded the rules first'],
  output: { path: 'artifacts/output.txt', sha256: '', bytes: 9 },
  imports: 'src/rules.ts imports src/parse.ts',
  instructions: '### Task 2: Match a rule\n1. write the test',
  diagnosis: 'src/parse.ts:8 drops the last rule',
};
const retried = { ...executorInput, tasks: [{ n: 2, title: 'Match a rule' }] };

export const reviewerInput: ChangeReviewerInput = {
  ...session,
  scope: 'phase',
  range: 'abc1234..HEAD',
  diff: { path: 'artifacts/change.diff', sha256: '', bytes: 9 },
  prior: [],
};

export const integratorInput: PhaseIntegratorInput = {
  ...session,
  ...texts,
  plan_path: plan,
  tier: 'large',
  only: 'all',
  graph: false,
};

export const diagnosticianInput: TaskDiagnosticianInput = {
  ...session,
  approved,
  plan_path: plan,
  task: { n: 2, title: 'Match a rule' },
  errors: ['TypeError: rule is undefined', 'AssertionError: expected 1 match'],
  output: { path: 'artifacts/output.txt', sha256: '', bytes: 9 },
};

export interface PromptSample {
  readonly name: string;
  readonly role: Role<never, unknown>;
  readonly input: SessionInput;
}

const sample = <Input extends SessionInput>(name: string, role: Role<Input, unknown>, input: Input): PromptSample => ({
  name,
  role,
  input,
});

export const promptSamples: readonly PromptSample[] = [
  sample('planner', phasePlanner, plannerInput),
  sample('planner-revise', phasePlanner, {
    ...plannerInput,
    rigor: 'thorough',
    skeleton: 'approved',
    notes: ['Split task 4.'],
  }),
  sample('executor', taskExecutor, executorInput),
  sample('executor-fast', taskExecutor, { ...executorInput, rigor: 'fast', scratchpad: null }),
  sample('executor-after-checkpoint', taskExecutor, {
    ...executorInput,
    tasks: [{ n: 3, title: 'Store the rules' }],
    answers: [{ task: 2, title: 'Choose a store', choice: 'SQLite', note: 'one file' }],
  }),
  sample('executor-retry-1', taskExecutor, { ...retried, retry: firstRetry }),
  sample('executor-retry-2', taskExecutor, { ...retried, retry: secondRetry }),
  sample('executor-retry-3', taskExecutor, { ...retried, retry: thirdRetry }),
  sample('executor-findings', taskExecutor, {
    ...withoutPlan,
    tasks: [],
    plan_path: null,
    plan: null,
    phase: null,
    phase_name: '',
    findings: [
      { file: 'src/rules.ts', line: 3, title: 'leaks a file' },
      { file: null, line: null, title: 'two names for one thing' },
    ],
  }),
  sample('verifier', phaseVerifier, { ...session, ...texts, plan_path: plan, expanded: true }),
  sample('integrator', phaseIntegrator, integratorInput),
  sample('integrator-fast', phaseIntegrator, { ...integratorInput, rigor: 'fast', only: 'wire' }),
  sample('reviewer', changeReviewer, reviewerInput),
  sample('reviewer-final', changeReviewer, {
    ...reviewerInput,
    scope: 'final',
    phase: null,
    phase_name: '',
    prior: [{ phase: 1, severity: 'suggestion', file: 'src/a.ts', line: 7, title: 'a long name' }],
  }),
  sample('diagnostician', taskDiagnostician, diagnosticianInput),
];
