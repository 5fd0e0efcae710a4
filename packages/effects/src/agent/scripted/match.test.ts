import { expect, test } from 'vitest';
import { findMatchingAnswer, type ScriptedCall } from './match.ts';
import { parseScript } from './script.ts';

const call: ScriptedCall = {
  role: 'task.planner',
  item: 'F-001',
  attempt: 2,
  text: 'Role: task.planner\n\nDo the work.',
};
const find = (answers: unknown, uses: readonly [number, number][] = [], more: Partial<ScriptedCall> = {}) =>
  findMatchingAnswer(
    parseScript(JSON.stringify({ version: 1, answers }), 'x.json'),
    { ...call, ...more },
    (at) => new Map(uses).get(at) ?? 0,
  );

test('the first match answers', () => {
  expect(find([{ when: { role: 'other' } }, { when: { role: 'task.planner' } }, {}])).toBe(1);
});

test('an answer without conditions matches everything', () => {
  expect(find([{}])).toBe(0);
});

test.each([
  ['task.*', true],
  ['*', true],
  ['*.planner', true],
  ['task.plan*r', true],
  ['task', false],
  ['task.', false],
  ['taskXplanner', false],
  ['ask.*', false],
])('the role %j matches task.planner: %s', (role, yes) => {
  expect(find([{ when: { role } }])).toBe(yes ? 0 : undefined);
});

test('all given conditions must hold', () => {
  const when = { role: 'task.*', item: 'F-001', attempt: 2, prompt: '^Do the \\w+' };
  expect(find([{ when }])).toBe(0);
  for (const wrong of [{ role: 'x' }, { item: 'F-002' }, { attempt: 1 }, { prompt: 'nothing' }])
    expect(find([{ when: { ...when, ...wrong } }])).toBeUndefined();
});

test('a call without an item matches no item', () => {
  expect(find([{ when: { item: 'F-001' } }], [], { item: null })).toBeUndefined();
});

test('the stable part belongs to the prompt', () => {
  expect(find([{ when: { prompt: 'Role: task\\.planner' } }])).toBe(0);
});

test('a used-up answer is skipped', () => {
  const answers = [{ times: 2 }, { times: 1 }];
  expect(find(answers, [[0, 1]])).toBe(0);
  expect(find(answers, [[0, 2]])).toBe(1);
  expect(
    find(answers, [
      [0, 2],
      [1, 1],
    ]),
  ).toBeUndefined();
});
