import { expect, test } from 'vitest';
import {
  colourOfRun,
  colourOfStatus,
  type ForgeCheck,
  namesOfColour,
  overallColour,
  relevantChecks,
} from './checks.ts';

const check = (name: string, colour: ForgeCheck['colour']): ForgeCheck => ({ name, colour, url: '', detail: '' });

test.each<[ForgeCheck['colour'][], string]>([
  [[], 'none'],
  [['green'], 'green'],
  [['green', 'pending'], 'pending'],
  [['pending', 'red', 'green'], 'red'],
])('C1 %j together are %s', (colours, colour) => {
  expect(overallColour(colours.map((each, at) => check(`${at}`, each)))).toBe(colour);
});

test('C2 ignores checks by name, in any case', () => {
  const checks = [check('Agent Automerge', 'pending'), check('test', 'green')];
  expect(overallColour(relevantChecks(checks, ['agent automerge']))).toBe('green');
  expect(namesOfColour(checks, 'pending')).toEqual(['Agent Automerge']);
});

test.each([
  ['queued', null, 'pending'],
  ['in_progress', null, 'pending'],
  ['waiting', null, 'pending'],
  ['completed', null, 'pending'],
  ['completed', 'success', 'green'],
  ['completed', 'neutral', 'green'],
  ['completed', 'skipped', 'green'],
  ['completed', 'failure', 'red'],
  ['completed', 'cancelled', 'red'],
  ['completed', 'timed_out', 'red'],
  ['completed', 'action_required', 'red'],
  ['completed', 'stale', 'red'],
  ['completed', 'a word of next year', 'red'],
] as const)('a check with status %s and conclusion %s is %s', (status, conclusion, colour) => {
  expect(colourOfRun(status, conclusion)).toBe(colour);
});

test.each([
  ['success', 'green'],
  ['pending', 'pending'],
  ['failure', 'red'],
  ['error', 'red'],
] as const)('the status %s is %s', (state, colour) => {
  expect(colourOfStatus(state)).toBe(colour);
});
