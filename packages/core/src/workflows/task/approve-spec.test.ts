/** Step 3: the answers about a spec, and the changes that follow (W-97). */
import { expect, test } from 'vitest';
import type { DocumentComparison } from '../../effects/checkout.ts';
import type { QuestionInput } from '../../effects/question.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import type { Artifact } from '../../journal/artifact.ts';
import { messagesFor } from '../../messages/index.ts';
import { questionText } from '../../messages/lookup.ts';
import { task } from './machine.ts';
import type { Task } from './state.ts';
import { taskJob, taskSession } from './testing/tasks.ts';

const version = (sha256: string): Artifact => ({ path: `artifacts/${sha256}.md`, sha256, bytes: 3 });
const [first, second, diff] = [version('a'), version('b'), version('d')];
const session = { ...taskSession, job: { ...taskJob, comparesSpec: true as const } };
const approving: Task = { ...session, at: 'approving' };

const next = (state: Task, answers: Readonly<Record<string, unknown>>) =>
  task.steps.get(state.at)?.next(state, answers) as Task;
const answered = (choice: string, note = '') => ({
  answer: { choice, note, by: 'ada', channel: 'terminal' },
  shown: ok<DocumentComparison>({ current: first, diff: null, problem: null }),
});
const found = (comparison: Partial<DocumentComparison>) => ({
  found: ok({ current: null, diff: null, problem: null, ...comparison }),
});
const questionOf = (state: Task) => task.steps.get(state.at)?.needs(state)['answer']?.input as QuestionInput;
const wordsOf = (state: Task) => {
  const { code, params } = questionOf(state);
  return questionText(messagesFor('en'), code).question(params);
};

test('W-97 Modify after an edit by hand shows the spec again with a diff of the changes', () => {
  const comparing = next(approving, answered('Modify'));
  expect(comparing).toMatchObject({ at: 'comparing', before: first, onto: 'ask' });
  const again = next(comparing, found({ current: second, diff }));
  expect(again).toMatchObject({ at: 'approving', review: { before: second, diff, result: 'changed' } });
  expect(questionOf(again).evidence).toEqual([{ file: 'docs/harness/add-a-login/spec.md' }, diff]);
  expect(wordsOf(again)).toMatch(/^The spec was changed; the diff shows how/);
  expect(wordsOf(next(comparing, found({ current: first })))).toMatch(/^The spec was not changed/);
});

test('W-97 Modify with a sentence calls the planner with the spec, and shows what it changed', () => {
  const revising = next(next(approving, answered('Modify', 'also greet by night')), found({ current: first }));
  expect(revising).toMatchObject({ at: 'revising', before: first, spec: first });
  const call = task.steps.get('revising')?.needs(revising)['spec'];
  expect(call?.input).toMatchObject({ role: 'task.planner-single', input: { current_spec: first } });
  expect(next(revising, { spec: ok({ line: 'spec.md generated', readable: true }) })).toMatchObject({
    at: 'comparing',
    before: first,
    onto: 'ask',
  });
});

test('W-97 a planner that fails leaves the earlier spec; after an interrupted one the question is asked again', () => {
  const revising: Task = { ...session, at: 'revising', before: first, spec: first };
  const lost = next(revising, { spec: sampleFailure('agent.aborted') });
  expect(next(lost, found({ problem: 'missing' }))).toMatchObject({ at: 'approving', review: { result: 'missing' } });
  const failed = next(revising, { spec: sampleFailure('agent.billing') });
  expect(failed).toMatchObject({ at: 'comparing', because: { code: 'agent.billing' } });
  expect(next(failed, found({ problem: 'missing' }))).toMatchObject({
    at: 'failed',
    because: { code: 'agent.billing' },
  });
});

test.each([
  ['missing', /was missing, so its earlier version/],
  ['empty', /was empty, so its earlier version/],
  ['too-long', /longer than 200 kB/],
] as const)('W-97 Proceed with a %s spec asks again and implements nothing', (problem, words) => {
  const again = next(next(approving, answered('Proceed')), found({ problem }));
  expect(again).toMatchObject({ at: 'approving', review: { before: first } });
  expect(wordsOf(again)).toMatch(words);
});

test('W-97 only Proceed implements, and a run of an earlier version asks as before', () => {
  expect(next(next(approving, answered('Proceed')), found({ current: second, diff })).at).toBe('drafting');
  expect(next(approving, answered('Stop')).at).toBe('halted');
  const old: Task = { ...taskSession, at: 'approving' };
  expect(next(old, answered('Modify'))).toBe(old);
  expect(next(old, answered('Proceed')).at).toBe('drafting');
  expect(questionOf(old)).not.toHaveProperty('edits');
  expect(Object.keys(task.steps.get('approving')?.needs(old) ?? {})).toEqual(['answer']);
});
