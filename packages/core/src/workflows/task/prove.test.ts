/** Tests the proof of a task, move by move: when it runs, what it sends back, and what the texts say about it. */
import { expect, test } from 'vitest';
import type { AgentInput } from '../../effects/agent.ts';
import type { CallInput } from '../../effects/call.ts';
import { type ChangeSurvey, readSessionFiles, type SessionFiles, surveyChange } from '../../effects/checkout.ts';
import type { OperationInput } from '../../effects/operation.ts';
import type { QuestionInput } from '../../effects/question.ts';
import { ok } from '../../failure/failure.ts';
import { formatLine } from '../../messages/format-line.ts';
import { messagesFor } from '../../messages/index.ts';
import { questionText } from '../../messages/lookup.ts';
import { replay } from '../../testing/replay.ts';
import type { StrykerUse } from '../../trust/plan-stryker.ts';
import { reason } from '../../trust/reason.ts';
import type { ProofJob, ProofResult } from '../proof/job.ts';
import { type TaskWork, task } from './machine.ts';
import { taskProgress } from './progress.ts';
import type { Session, TaskJob } from './session.ts';
import type { SessionState, Task } from './state.ts';
import { phaseOf } from './state-file.ts';
import { taskJob, taskSession } from './testing/tasks.ts';

const files = readSessionFiles.samples[1] as SessionFiles;
const clean = surveyChange.samples.find(({ weakened }) => weakened.length === 0) as ChangeSurvey;
const trust = { witness: 'ask', mutants: { count: 3, budgetMs: 1000, leastKilled: 0.5 } } as const;
const job: TaskJob = {
  ...taskJob,
  commands: { build: null, test: 'npm test', lint: 'mylint', typeCheck: null },
  baseline: ['build', 'test', 'typeCheck'],
  savesChange: true,
  comparesSpec: true,
  trust,
};

const resumed = (session: Partial<Session>, phase: 'plan_done' | 'generate_ready' | 'evaluate_ready'): TaskWork => ({
  setup: { job, style: 'auto', mode: null, model: null },
  found: {
    session: { ...taskSession, job, mode: 'single', conventions: 'skipped', ...session },
    phase,
    step: null,
    document: {},
  },
});
type Answers = Readonly<Record<string, unknown>>;
const choose = (choice: string): Answers => ({ answer: { choice, note: '' } });
const entered = [choose('Resume'), { files: ok(files) }];
const built = { change: ok({ line: '1 files changed — a', readable: true }) };
const green = [
  { survey: ok(clean) },
  {},
  { test: ok({ green: true }) },
  { lint: ok({ green: true }) },
  { reported: ok({ result: 'PASS', line: 'PASS — test ok' }) },
];
const proofEnds = (result: ProofResult | null) => ({ proof: { child: 'c', end: 'done', result } });
const nothing = { witnesses: [], tried: 0, survived: 0, flaky: [], unsupported: [] };
const witnessed: ProofResult = {
  ...nothing,
  at: 'proved',
  by: 'witness',
  witnesses: [{ name: 'adds', file: 'a.test.js' }, { command: 'mylint' }],
  tried: 3,
  survived: 1,
};
const accepted: ProofResult = { ...nothing, at: 'proved', by: 'person', without: [reason('green-on-base', ['adds'])] };
const back: ProofResult = { at: 'back', reasons: [reason('no-test')] };
const written = { written: ok({ written: true }) };
const proved = (result: ProofResult) => [built, ...green, proofEnds(result), written];

const after = (moves: readonly Answers[], session: Partial<Session> = {}) =>
  replay(task, resumed(session, 'generate_ready'), [...entered, ...moves]) as SessionState;
const inputOf = <Input>(state: Task, need: string) => task.steps.get(state.at)?.needs(state)[need]?.input as Input;
const proofJobOf = (state: Task) => inputOf<CallInput>(state, 'proof').input as ProofJob;
const linesOf = (state: Task) => inputOf<OperationInput>(state, 'written').args as { lines: string[] };
const contextOf = (moves: readonly Answers[], session: Partial<Session> = {}) => {
  const call = inputOf<AgentInput>(after([...moves, { survey: ok(clean) }], session), 'said');
  return (call.input as { verify_context: string }).verify_context;
};
const choicesOf = (state: Task) => inputOf<QuestionInput>(state, 'answer').choices;

test('the saved commit is proved after Layer 1, with the commands that passed', () => {
  const state = after([built, ...green]);
  expect([state.at, phaseOf(state)]).toEqual(['proving', 'verifying']);
  expect(proofJobOf(state)).toEqual({
    path: '.',
    base: 'b0',
    change: 'c1',
    checks: ['npm test', 'mylint'],
    given: ['mylint'],
    checkTimeoutMs: 60_000,
    trust,
  });
});

test.each<[string, Partial<Session>]>([
  ['of an older version or with the proof switched off', { job: { ...job, trust: undefined } as unknown as TaskJob }],
  ['in a repository without a commit', { base: null }],
])('a task %s goes to the evaluator at once', (_, session) => {
  const moves = green.map((move) => ('survey' in move ? { ...move, touched: undefined } : move));
  const found = { ...files, head: null };
  const state = replay(task, resumed(session, 'generate_ready'), [
    entered[0] ?? {},
    { files: ok(found) },
    built,
    ...moves,
  ]);
  expect(state).toMatchObject({ at: 'surveying', onto: 'evaluate' });
});

test('a witness is named in the report and to the evaluator, and the change is not unwitnessed', () => {
  expect(linesOf(after(proved(witnessed).slice(0, -1))).lines).toEqual([
    '- Result: PASS',
    '- Red without the change: `adds` in `a.test.js`',
    '- Red without the change: `mylint`',
    '- Edits of added lines that a test noticed: 2 of 3',
  ]);
  expect(contextOf(proved(witnessed))).toBe(
    'Layer 1 passed: build SKIPPED, tests PASS, lint PASS, type check SKIPPED, proof PASS. ' +
      'These fail without the change and pass with it: "adds", "mylint". See docs/harness/add-a-login/verify_report.md',
  );
  expect(finished(proved(witnessed))).toEqual({ at: 'completed' });
});

test('the report says who made the edits if the base has Stryker', () => {
  const lines = (stryker: StrykerUse) => linesOf(after(proved({ ...witnessed, stryker }).slice(0, -1))).lines;
  expect(lines('used')).toContain('- Edits by: Stryker');
  expect(lines('failed')).toContain('- Stryker was not used, the harness made its own edits: it failed');
});

test('a change that a person accepted without a witness says so to the evaluator, in the commit and at the end', () => {
  expect(linesOf(after(proved(accepted).slice(0, -1))).lines).toEqual([
    '- Result: UNWITNESSED',
    '- Accepted by a person. unwitnessed: the new tests also pass without the change',
    '  - `adds`',
  ]);
  expect(contextOf(proved(accepted))).toContain(
    'proof SKIPPED. A person accepted the change as unwitnessed: the new tests also pass without the change "adds". See',
  );
  const gate = after([...proved(accepted), ...evaluated]);
  const { code, params } = inputOf<QuestionInput>(gate, 'answer');
  expect(questionText(messagesFor('en'), code).question(params)).toMatch(/^The change is unwitnessed: the new tests/);
  const committing = after([...proved(accepted), ...evaluated, choose('Commit all')]);
  expect(inputOf<OperationInput>(committing, 'done').args).toMatchObject({
    message: 'Add a login\n\nunwitnessed: the new tests also pass without the change',
  });
  const end = finished(proved(accepted));
  expect(end).toEqual({ at: 'completed', unwitnessed: [reason('green-on-base', ['adds'])] });
  const lines = taskProgress(committing, {}, end).map((line) => formatLine(line as never, messagesFor('en')));
  expect(lines.join('\n')).toContain('⚠ The change is unwitnessed: the new tests also pass without the change.');
});

const evaluated = [
  { survey: ok(clean) },
  { said: ok({ line: 'PASS — all', readable: true, layer: 'none' }) },
  { read: ok({ verdict: 'PASS', summary: '' }) },
];
const finished = (moves: readonly Answers[]) =>
  replay(task, resumed({}, 'generate_ready'), [
    ...entered,
    ...moves,
    ...evaluated,
    choose('No commit'),
    { cleared: ok({ removed: [] }) },
  ]) as Task;

test('a change without a witness goes back to the generator like a red Layer 1, and is known as returned', () => {
  const state = after(proved(back));
  expect(state).toMatchObject({
    at: 'implementing',
    because: 'proof',
    failure: 'FAIL — proof: No test was added or changed. Add a test that fails without your change.',
    layer1: { result: 'FAIL', retries: 1 },
  });
  expect(phaseOf(state)).toBe('generating');
  expect(inputOf<AgentInput>(state, 'change').input).toMatchObject({
    verify_failure: 'FAIL — proof: No test was added or changed. Add a test that fails without your change.',
    verify_report_path: 'docs/harness/add-a-login/verify_report.md',
  });
  expect(linesOf(after(proved(back).slice(0, -1))).lines).toEqual([
    '- Result: FAIL',
    'No test was added or changed. Add a test that fails without your change.',
  ]);
  expect(proofJobOf(after([...proved(back), built, ...green]))).toMatchObject({ isReturned: true });
});

test('W-109 W-110 a proof uses the retries of Layer 1; then a person decides', () => {
  const gate = after([0, 1, 2, 3].flatMap(() => proved(back)));
  expect(gate).toMatchObject({ at: 'verify-gate', layer1: { result: 'FAIL', retries: 3 } });
  expect(choicesOf(gate)).toEqual(['Auto-fix proposal', 'Continue to Evaluator', 'Stop']);
  const moves = [...[0, 1, 2, 3].flatMap(() => proved(back)), choose('Continue to Evaluator')];
  expect(contextOf(moves)).toMatch(
    /^Layer 1 failed, and the user chose to continue: .* proof FAIL\. The change is unwitnessed: no test was added .* See /,
  );
  expect(finished(moves)).toMatchObject({ unwitnessed: [{ code: 'no-test' }] });
});

test('a required proof cannot be left out: the gate does not offer it, and a found session is verified first', () => {
  const required: Partial<Session> = { job: { ...job, trust: { ...trust, witness: 'required' } } };
  const gate = after(
    [0, 1, 2, 3].flatMap(() => proved(back)),
    required,
  );
  expect(choicesOf(gate)).toEqual(['Auto-fix proposal', 'Stop']);
  const found = replay(task, resumed(required, 'evaluate_ready'), entered);
  expect(found).toMatchObject({ at: 'surveying', onto: 'verify' });
  expect(replay(task, resumed({}, 'evaluate_ready'), entered)).toMatchObject({ at: 'surveying', onto: 'evaluate' });
});

test('a patch that the proof sends back is stopped, and the gate follows without a second patch', () => {
  const state = after(proved(back), { autofix: 'applied', attempted: true });
  expect(state).toMatchObject({ at: 'verify-gate', autofix: 'stopped', layer1: { result: 'FAIL' } });
  const cleared = after(proved(witnessed), { autofix: 'applied', attempted: true });
  expect(cleared).toMatchObject({ at: 'surveying', onto: 'evaluate', autofix: 'cleared' });
});

test.each([
  ['stopped', proofEnds({ at: 'stopped' })],
  ['ended from outside', proofEnds(null)],
] as const)('a proof that is %s parks the task, and a resume verifies and asks again', (_, ends) => {
  const halted = after([built, ...green, ends]);
  expect(halted).toMatchObject({ at: 'halted', because: 'stop', after: 'generate' });
  expect(task.rests(halted)).toBe('stopped');
  expect(after([built, ...green, ends, { command: 'resume' }])).toMatchObject({ at: 'surveying', onto: 'verify' });
});

test('a proof that fails ends the task with its failure', () => {
  const because = { code: 'check.unstartable', params: {} } as const;
  expect(after([built, ...green, proofEnds({ at: 'failed', because })])).toMatchObject({ at: 'failed', because });
});

test('consent to a broken promise counts for the next proof; the result of an earlier change does not', () => {
  const state = after([...proved({ ...witnessed, allowed: 'h1' }), { survey: ok({ ...clean, saved: 'c9' }) }]);
  expect(state.proof?.result).toMatchObject({ is: 'witnessed', change: 'b0..t1' });
  const fixed = [...proved({ ...witnessed, allowed: 'h1' }), { survey: ok(clean) }, failedL2, failedVerdict];
  const again = after([...fixed, built, ...green]);
  expect(proofJobOf(again)).toMatchObject({ allowed: ['h1'] });
  expect(again.proof?.result).toBeUndefined();
});

const failedL2 = { said: ok({ line: 'FAIL L2 — x', readable: true, layer: 'L2' }) };
const failedVerdict = { read: ok({ verdict: 'FAIL', summary: 's' }) };

test('the kind and the changed tests come from the spec as a person confirmed it', () => {
  const shown = ok({ current: clean.changed, diff: null, problem: null });
  const work = { kind: 'docs', changes: ['a.test.js'] };
  const confirm = (said: object) => [
    ...entered,
    { ...choose('Proceed'), shown },
    { found: ok({ current: clean.changed, diff: null, problem: null, ...said }) },
  ];
  const proving = replay(task, resumed({}, 'plan_done'), [...confirm({ work }), built, ...green]) as Task;
  expect(proofJobOf(proving)).toMatchObject({ kind: 'docs', changes: ['a.test.js'] });
  const kept = { proof: { kind: 'docs' } } as const;
  const other = replay(task, resumed(kept, 'plan_done'), [
    ...confirm({ work: { kind: 'chore', changes: [] } }),
    built,
    ...green,
  ]) as Task;
  expect(proofJobOf(other)).not.toHaveProperty('kind');
  const comparing = replay(task, resumed({}, 'plan_done'), confirm({}).slice(0, -1)) as Task;
  const told = (kind: string) =>
    taskProgress(
      comparing,
      { found: ok({ current: clean.changed, diff: null, problem: null, work: { kind, changes: [] } }) },
      after([]),
    ).map((line) => formatLine(line as never, messagesFor('en')));
  expect(told('docs')[0]).toBe('[harness] Kind: docs, as the spec says. The rule of this kind replaces the witness.');
  expect(told('chore')[0]).toMatch(
    /kind "chore", which is unknown, so it is ignored. Known: docs, refactor, tests, config/,
  );
  const kinds = after([built, ...green, proofEnds({ ...nothing, at: 'proved', by: 'kind' }), written], kept);
  expect(kinds.proof?.result).toMatchObject({ is: 'by-kind', kind: 'docs' });
});
