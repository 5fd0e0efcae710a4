import { expect, test } from 'vitest';
import { agent } from '../effects/agent.ts';
import { fail, ok } from '../failure/failure.ts';
import { implementers, reviewers } from '../testing/converge-roles.ts';
import { answered, asked, failed, journalOf, noted } from '../testing/facts.ts';
import { listCalls } from './calls.ts';
import { countUnreadable } from './unreadable.ts';

const workplace = { cwd: '.', checkpoint: 'c' };
const work = agent(implementers['converge.implementer'], workplace, { task: 't', checks: [], repair: null });
const review = agent(reviewers['converge.reviewer'], workplace, {
  task: 't',
  diff: { path: 'a', sha256: 'b', bytes: 1 },
});
const unread = fail('agent.schema', { reason: 'no-verdict' });

test('counts no unreadable answer for a readable role, and lists no role without a call', () => {
  expect(countUnreadable(listCalls([journalOf([asked('1/x', work), answered('1/x', ok('done'))])]))).toEqual([
    { role: 'converge.implementer', answers: 1, unreadable: 0 },
  ]);
  expect(countUnreadable(listCalls([journalOf([])]))).toEqual([]);
});

test('counts one after a successful repair turn', () => {
  const facts = [asked('1/r', review), failed('1/r', 'agent.schema'), answered('1/r', ok([]))];
  expect(countUnreadable(listCalls([journalOf(facts)]))).toEqual([
    { role: 'converge.reviewer', answers: 2, unreadable: 1 },
  ]);
});

test('counts two after a failed repair turn: giving up is the second, not a third', () => {
  const facts = [
    asked('1/r', review),
    failed('1/r', 'agent.schema'),
    noted('agent.started', {}, '1/r'),
    answered('1/r', unread),
  ];
  expect(countUnreadable(listCalls([journalOf(facts)]))).toEqual([
    { role: 'converge.reviewer', answers: 2, unreadable: 2 },
  ]);
});

test('does not count a rate limit, a crash or a call in flight', () => {
  const facts = [asked('1/x', work), failed('1/x', 'agent.rate-limit'), noted('agent.started', {}, '1/x')];
  expect(countUnreadable(listCalls([journalOf(facts)]))).toEqual([]);
});

test('includes children, per role', () => {
  const own = journalOf([
    asked('1/x', work),
    answered('1/x', ok('done')),
    asked('2/r', review),
    answered('2/r', unread),
  ]);
  const child = journalOf([asked('1/r', review), answered('1/r', ok([]))], 'r.1.c');
  expect(countUnreadable(listCalls([own, child]))).toEqual([
    { role: 'converge.implementer', answers: 1, unreadable: 0 },
    { role: 'converge.reviewer', answers: 2, unreadable: 1 },
  ]);
});
