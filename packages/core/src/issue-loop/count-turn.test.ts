import { expect, test } from 'vitest';
import { type CountedTurn, countTurn } from './count-turn.ts';
import { type LoopState, loopDefaults } from './document.ts';
import { readMarker } from './markers.ts';

const active: LoopState = { ...loopDefaults, active: true, iteration: 4, maxIterations: 20 };
const turn = (text: string, state: Partial<LoopState> = {}) => countTurn({ ...active, ...state }, readMarker(text));
/** The turns one after the other, until the loop ends. */
const turns = (texts: readonly string[], state: Partial<LoopState> = {}): CountedTurn =>
  texts.reduce<CountedTurn>((before, text) => (before.ends ? before : countTurn(before.state, readMarker(text))), {
    state: { ...active, ...state },
    ends: null,
  });

test.each([
  ['[HARNESS_DONE]', 'done'],
  ['[HARNESS_PAUSE: A-1]', 'paused'],
  ['[HARNESS_STOP]', 'stopped'],
])('IO-11 %s ends the loop: inactive, and no iteration is spent', (text, ends) => {
  expect(turn(text)).toMatchObject({ ends, state: { active: false, iteration: 4 } });
});

test('I-63 a pause keeps its issue for the next start', () => {
  expect(turn('[HARNESS_PAUSE: A-1]').state.currentIssue).toBe('A-1');
});

test('Id-01 Id-07 a completed issue is appended, sets the failures to 0 and spends one iteration', () => {
  const { state, ends } = turn('[ISSUE_COMPLETE: A-1]', { consecutiveFailures: 2, currentIssue: 'A-1' });
  expect(ends).toBeNull();
  expect(state).toMatchObject({ completed: ['A-1'], consecutiveFailures: 0, iteration: 5, currentIssue: null });
});

test('I-60 I-61 the third failure in a row ends the loop, and a completed issue between them does not let it', () => {
  const failures = ['[ISSUE_FAILED: A-1]', '[ISSUE_FAILED: A-2]', '[ISSUE_FAILED: A-3]'];
  expect(turns(failures)).toMatchObject({
    ends: 'failing',
    state: { active: false, failed: ['A-1', 'A-2', 'A-3'], consecutiveFailures: 3, iteration: 6 },
  });
  const between = turns([...failures.slice(0, 2), '[ISSUE_COMPLETE: A-9]', ...failures.slice(2)]);
  expect(between).toMatchObject({ ends: null, state: { consecutiveFailures: 1, iteration: 8 } });
});

test.each([
  ['completed twice', ['[ISSUE_COMPLETE: A-1]', '[ISSUE_COMPLETE: A-1]'], [['A-1'], [], 0]],
  ['completed twice, in another case', ['[ISSUE_COMPLETE: A-1]', '[ISSUE_COMPLETE: a-1]'], [['A-1'], [], 0]],
  ['failed twice', ['[ISSUE_FAILED: A-1]', '[ISSUE_FAILED: A-1]'], [[], ['A-1'], 1]],
  ['failed and then completed', ['[ISSUE_FAILED: A-1]', '[ISSUE_COMPLETE: A-1]'], [[], ['A-1'], 1]],
])(
  'IO-13 an issue that is %s counts once, and each turn spends its iteration',
  (_, texts, [completed, failed, row]) => {
    const { state } = turns(texts);
    expect([state.completed, state.failed, state.consecutiveFailures]).toEqual([completed, failed, row]);
    expect(state.iteration).toBe(6);
  },
);

test('Id-05 IO-13 a turn without a marker spends its iteration and completes nothing', () => {
  expect(turn('MB-1 is COMPLETE')).toEqual({ ends: null, state: { ...active, iteration: 5 } });
});

test('I-69 IO-12 the last iteration ends the loop: the maximum is never exceeded, and 0 means no limit', () => {
  expect(turn('', { iteration: 20 })).toMatchObject({ ends: 'limit', state: { active: false, iteration: 20 } });
  expect(turn('', { iteration: 19 })).toMatchObject({ ends: null, state: { iteration: 20 } });
  expect(turn('', { iteration: 900, maxIterations: 0 })).toMatchObject({ ends: null, state: { iteration: 901 } });
  expect(turn('[ISSUE_COMPLETE: A-1]', { iteration: 20 })).toMatchObject({
    ends: 'limit',
    state: { completed: ['A-1'] },
  });
});
