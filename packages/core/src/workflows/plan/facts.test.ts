import { expect, test } from 'vitest';
import type { Entry } from '../../journal/journal.ts';
import { jobs, leak, nit } from '../phase/testing/jobs.ts';
import { commitFacts, planFacts } from './facts.ts';
import { e2e } from './testing/jobs.ts';

const journal = (machine: string, input: unknown, result: unknown, atMs: number) => ({
  run: `r${atMs}`,
  entries: [
    { type: 'started', atMs: 0, machine, version: 1, title: '', input, settings: {}, state: { at: 'x' } },
    { type: 'ended', atMs, end: 'done', result },
  ] as unknown as readonly Entry[],
});
const loop = (own: object, commit: string | null, atMs: number) =>
  journal(
    'converge',
    { item: '0007', checks: ['npm test'], roles: { review: ['plans.reviewer'] }, ...own },
    { at: 'converged', followUps: [nit], commit, branch: 'task/x' },
    atMs,
  );
const ended = (over: object, atMs: number) => journal('phase', jobs.review, over, atMs);

test('D-79 the commit of a whole run has passed checks, a review and an end-to-end run', () => {
  const facts = planFacts([loop({ e2e }, 'c1', 5)], '0007');
  expect(commitFacts(facts, 'c1')).toMatchObject({
    checks: ['npm test'],
    review: [nit],
    e2e: { findings: [], keptIn: e2e.keepIn },
    toFix: [],
  });
  expect(commitFacts(facts, 'c2')).toEqual({ checks: [], review: null, e2e: null, toFix: [] });
});

test('D-79 a commit that was only built has no review', () => {
  const facts = planFacts([loop({ roles: { review: [] } }, 'c1', 5)], '0007');
  expect(commitFacts(facts, 'c1')).toMatchObject({ checks: ['npm test'], review: null });
});

test('D-23 the newest judgement of each kind decides which blocking findings are left to fix', () => {
  const blocked = ended({ at: 'blocked', head: 'c1', findings: [leak, nit] }, 5);
  const broken = ended({ at: 'broken', head: 'c1', findings: [{ ...leak, text: 'end to end: x' }] }, 6);
  expect(commitFacts(planFacts([broken, blocked], '0007'), 'c1').toFix).toEqual([
    leak,
    { ...leak, text: 'end to end: x' },
  ]);
  expect(commitFacts(planFacts([blocked], '0007'), 'c1').toFix).toEqual([leak]);
  const clean = ended({ at: 'reviewed', head: 'c1', findings: [] }, 7);
  expect(commitFacts(planFacts([clean, blocked], '0007'), 'c1').toFix).toEqual([]);
  expect(commitFacts(planFacts([clean, blocked, broken], '0007'), 'c1').toFix).toMatchObject([
    { text: 'end to end: x' },
  ]);
});

test('ignores other plans, runs without a commit, and unfinished runs', () => {
  const others = [loop({ item: '0008' }, 'c1', 5), loop({}, null, 6), { ...loop({}, 'c1', 7), entries: [] }];
  expect(planFacts(others, '0007')).toEqual([]);
});
