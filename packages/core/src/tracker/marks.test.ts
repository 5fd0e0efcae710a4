import { expect, test } from 'vitest';
import {
  claimsIn,
  type IssueClaim,
  isClaimHeld,
  isMarked,
  lastClaim,
  markOf,
  runOfEffect,
  withMark,
  withoutMarks,
} from './marks.ts';

const comment = { kind: 'comment', effect: 'run-1/5/a b%>', over: null } as const;

test('a mark is read back, whatever its effect is, and is not part of the text', () => {
  const text = withMark('Hello\r\n', comment);
  expect(markOf(text.replaceAll('\n', '\r\n'))).toEqual(comment);
  expect(markOf(`${text}\nA person wrote more.`)).toEqual(comment);
  expect(withoutMarks(text).trim()).toBe('Hello');
  expect([isMarked(text, 'comment', comment.effect), isMarked(text, 'claim', comment.effect)]).toEqual([true, false]);
});

test.each(['<!-- harness comment -->', '> <!-- harness comment run/1 -->', '<!-- harness close run/1 -->', ''])(
  'MK2 %j is no mark',
  (text) => {
    expect(markOf(text)).toBeNull();
  },
);

test('MK2 a mark within a text is broken', () => {
  const forged = withMark('x', { kind: 'claim', effect: 'run-9/1', over: null });
  expect(markOf(withMark(forged, comment))).toEqual(comment);
  expect(claimsIn([{ text: withMark(forged, comment), at: '' }])).toEqual([]);
});

const claim = (effect: string, over: string | null, second: number): IssueClaim => ({
  effect,
  over,
  at: `2026-01-01T00:00:0${second}Z`,
});

test('MK3 the first claim holds until another one replaces it, in any order of the comments', () => {
  const [a, b, late, c, d] = [
    claim('a/1', null, 1),
    claim('b/1', null, 2),
    claim('x/1', 'a/1', 4),
    claim('c/1', 'a/1', 3),
    claim('d/1', 'c/1', 5),
  ];
  expect(lastClaim([])).toBeNull();
  expect(lastClaim([b, a])).toBe(a);
  expect(lastClaim([late, b, c, a])).toBe(c);
  expect(lastClaim([d, late, c, b, a])).toBe(d);
  expect(lastClaim([d, c])).toBe(d); // a person deleted the first claim
  expect(lastClaim([a, { ...a, over: 'a/1', at: '2027-01-01T00:00:00Z' }])).toBe(a); // a copy
  expect(lastClaim([claim('a/1', 'b/1', 1), claim('b/1', 'a/1', 2)])).toBeNull(); // forged: each replaces the other
});

test.each([
  ['of a run that has ended', { hasRunEnded: true, isInProgress: true, ageMs: 0 }, false],
  ['of a living run', { hasRunEnded: false, isInProgress: true, ageMs: 1e10 }, true],
  ['before its status is set', { hasRunEnded: false, isInProgress: false, ageMs: 60_000 }, true],
  ['that a person took back', { hasRunEnded: false, isInProgress: false, ageMs: 1_000_000 }, false],
  ['of another machine', { hasRunEnded: null, isInProgress: true, ageMs: 23 * 3_600_000 }, true],
  ['of another machine, a day old', { hasRunEnded: null, isInProgress: true, ageMs: 25 * 3_600_000 }, false],
])('a claim %s', (_, facts, isHeld) => {
  expect(isClaimHeld(facts)).toBe(isHeld);
});

test('a child run belongs to its first parent', () => {
  expect(['run-1/3/claim', 'run-1.4.issue/2/x', 'run-1'].map(runOfEffect)).toEqual(['run-1', 'run-1', 'run-1']);
});
