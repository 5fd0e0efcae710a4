/** Tests the loops of a task and its one auto-fix, move by move (W-37 to W-43, W-69, W-70). */
import { expect, test } from 'vitest';
import { type ChangeSurvey, readSessionFiles, type SessionFiles, surveyChange } from '../../effects/checkout.ts';
import type { QuestionInput } from '../../effects/question.ts';
import { ok } from '../../failure/failure.ts';
import { replay } from '../../testing/replay.ts';
import { type TaskWork, task } from './machine.ts';
import type { Session } from './session.ts';
import type { SessionState, Task } from './state.ts';
import { documentOf } from './state-document.ts';
import { phaseOf } from './state-file.ts';
import { taskJob, taskSession } from './testing/tasks.ts';

const files = readSessionFiles.samples[1] as SessionFiles;
const clean = surveyChange.samples.find(({ weakened }) => weakened.length === 0) as ChangeSurvey;
const commands = { build: null, test: 'npm test', lint: null, typeCheck: null };

const resumedTask = (session: Partial<Session>): TaskWork => ({
  setup: { job: taskJob, style: 'auto', mode: null, model: null },
  found: {
    session: { ...taskSession, job: { ...taskJob, commands }, mode: 'single', conventions: 'skipped', ...session },
    phase: 'generate_ready',
    step: null,
    document: {},
  },
});
type Answers = Readonly<Record<string, unknown>>;
const choose = (choice: string): Answers => ({ answer: { choice } });
const entered = [choose('Resume'), { files: ok(files) }];
const built = { change: ok({ line: '1 files changed — a', readable: true }) };
const tested = [{ survey: ok(clean) }, {}, { test: ok({ green: true }) }];
const verified = (result: 'PASS' | 'FAIL') => [...tested, { reported: ok({ result, line: `${result} — test` }) }];
const red = verified('FAIL');
const evaluated = (layer: string) => ({ said: ok({ line: `FAIL ${layer} — x`, readable: true, layer }) });
const judged = { read: ok({ verdict: 'FAIL', summary: 's' }) };

const after = (moves: readonly Answers[], session: Partial<Session> = {}) =>
  replay(task, resumedTask(session), [...entered, ...moves]) as SessionState;
/** Four red verifications lead to the first gate. */
const exhausted = [0, 1, 2, 3].flatMap(() => [built, ...red]);
const written = (state: SessionState) =>
  documentOf(state, phaseOf(state), { createdAt: 'c', updatedAt: 'u', triggeredAt: 't' }) as unknown as {
    autofix: unknown;
    verify: { autofix_attempted: boolean; layer1_retries: number };
  };
function choicesOf(state: Task): readonly string[] {
  const asked = task.steps.get(state.at)?.needs(state)['answer'];
  return asked ? (asked.input as QuestionInput).choices : [];
}

test('W-37 a red Layer 1 returns to generating three times, then asks a person', () => {
  for (const retries of [1, 2, 3]) {
    const state = after(exhausted.slice(0, retries * (red.length + 1)));
    expect([state.at, phaseOf(state), state.layer1.retries]).toEqual(['implementing', 'generating', retries]);
    expect(phaseOf(after([...exhausted.slice(0, retries * (red.length + 1)), built]))).toBe('verify_ready');
  }
  const gate = after(exhausted);
  expect([gate.at, phaseOf(gate), gate.layer1]).toEqual(['verify-gate', 'verify_done', { result: 'FAIL', retries: 3 }]);
});

test('W-37, W-69 Fix after a failed evaluation starts a new round with generating, without a new auto-fix', () => {
  const failed = [built, ...verified('PASS'), { survey: ok(clean) }, evaluated('L3'), judged];
  const gate = after(failed, { autofix: 'rejected', attempted: true });
  expect([gate.at, phaseOf(gate)]).toEqual(['qa-gate', 'evaluate_done']);
  const next = after([...failed, choose('Fix')], { autofix: 'rejected', attempted: true });
  expect(next).toMatchObject({
    at: 'implementing',
    round: 2,
    attempted: true,
    autofix: 'rejected',
    layer1: { retries: 0 },
  });
  expect(written(next).verify.autofix_attempted).toBe(true);
});

const asked = [...exhausted, choose('Auto-fix proposal')];
const proposerReply = {
  said: ok({ line: 'auto_fix_patch written — confidence: High — x', readable: true, confidence: 'High' }),
};
const proposed = [
  ...asked,
  { found: ok({ files: ['a.ts'], dropped: [] }) },
  proposerReply,
  { found: ok({ is: 'patch', summary: 's' }) },
];
const applied = [...proposed, choose('Apply patch'), { applied: ok({ is: 'applied', files: ['a.ts'] }) }];

test.each<[string, readonly Answers[], object, boolean]>([
  ['unused at the first gate', exhausted, { at: 'verify-gate', autofix: null }, false],
  ['proposed as soon as it is chosen', asked, { at: 'finding-files', autofix: 'proposed' }, false],
  ['proposed at the second gate', proposed, { at: 'autofix-gate', autofix: 'proposed' }, false],
  ['rejected by Reject', [...proposed, choose('Reject')], { at: 'verify-gate', autofix: 'rejected' }, true],
  ['applied by Apply', applied, { at: 'surveying', autofix: 'applied', layer1: { result: null, retries: 3 } }, true],
  [
    'cleared by a green Layer 1',
    [...applied, ...verified('PASS')],
    { at: 'surveying', onto: 'evaluate', autofix: 'cleared' },
    true,
  ],
  [
    'stopped by a red Layer 1',
    [...applied, ...red],
    { at: 'verify-gate', autofix: 'stopped', layer1: { retries: 3 } },
    true,
  ],
])('W-38, W-39, W-40 the auto-fix is %s', (_, moves, expected, attempted) => {
  const state = after(moves);
  expect(state).toMatchObject(expected);
  // I1 in the file, where a cleared patch is written as applied.
  const { autofix, verify } = written(state);
  const is = (autofix as { applied: string } | null)?.applied ?? null;
  expect(verify.autofix_attempted).toBe(attempted);
  expect(verify.autofix_attempted).toBe(is !== null && is !== 'proposed');
  expect(verify.layer1_retries, 'W-43').toBeLessThanOrEqual(3);
});

test('W-70 the file names the patch, its status, and when it was proposed', () => {
  expect(written(after(asked)).autofix).toEqual({
    last_patch_path: '.harness/generator/auto_fix_patch.md',
    applied: 'proposed',
    triggered_at: 't',
  });
  expect(written(after(exhausted)).autofix).toBeNull();
});

test('W-41 offers the auto-fix only if it was never decided and none is open', () => {
  expect(choicesOf(after(exhausted))).toEqual(['Auto-fix proposal', 'Continue to Evaluator', 'Stop']);
  for (const moves of [
    [...proposed, choose('Reject')],
    [...applied, ...red],
  ])
    expect(choicesOf(after(moves))).toEqual(['Continue to Evaluator', 'Stop']);
});

test('W-42 a resumed run asks about its open proposal again', () => {
  const found = {
    ...resumedTask({ autofix: 'proposed', layer1: { result: 'FAIL', retries: 3 } }).found,
    phase: 'verify_done',
  };
  const input = { ...resumedTask({}), found } as TaskWork;
  const gate = replay(task, input, [...entered, { found: ok({ is: 'patch', summary: 's' }) }]);
  expect(gate).toMatchObject({ at: 'autofix-gate', autofix: 'proposed', attempted: false });
});

test('the question about tests shows the diff of the files asked about', () => {
  const weak = surveyChange.samples.find(({ weakened }) => weakened.length > 0) as ChangeSurvey;
  const diff = { ...weak.changed, path: 'artifacts/tests.diff' };
  const evidence = [weak, { ...weak, diff }].map((survey) => {
    const state = after([built, { survey: ok(survey) }]);
    const asked = task.steps.get(state.at)?.needs(state)['answer']?.input as QuestionInput | undefined;
    return asked?.evidence;
  });
  expect(evidence).toEqual([[], [diff]]);
});
