import { describe, expect, test } from 'vitest';
import { fail, ok } from '../failure/failure.ts';
import type { Effect, Machine } from '../machine/machine.ts';
import { implementers } from '../testing/converge-roles.ts';
import { words } from '../testing/jobs.ts';
import { converge } from '../workflows/converge/machine.ts';
import { agent } from './agent.ts';
import { anyChild } from './any-child.ts';
import { call } from './call.ts';
import { check } from './check.ts';
import { first } from './first.ts';
import { forgeOperations } from './forge.ts';
import { openLane } from './git.ts';
import { answerOf, isAct, isWait, sampleAnswers } from './kinds.ts';
import { act } from './operation.ts';
import { ask, question } from './question.ts';
import { signal } from './signal.ts';
import { sleep } from './sleep.ts';
import { spawn } from './spawn.ts';

const machines = { converge: converge as unknown as Machine<never> };
const effects: Readonly<Record<string, Effect>> = {
  agent: agent(
    implementers['converge.implementer'],
    { cwd: '.', checkpoint: 'c' },
    { task: 't', checks: [], repair: null },
  ),
  check: check({ command: 'npm test', cwd: '.', timeoutMs: 1 }),
  git: act(openLane, { slug: 'x' }),
  forge: act(forgeOperations.labelPull, { pull: 1, label: 'x' }),
  question: question('passes', { passes: 3 }),
  signal: signal('pause', ['now', 'later']),
  sleep: sleep(1),
  call: call(converge as never, 'a child', {} as never),
  spawn: spawn(converge as never, 'a child', {} as never),
  'any-child': anyChild(['converge:lane', 'converge:other']),
  first: first({ ask: question('passes', { passes: 3 }), nap: sleep(1) }),
};
const operations = [...words.operations, ...Object.values(forgeOperations)];
const sampled = (kind: string) => sampleAnswers(effects[kind] as Effect, 'need', { ...words, operations, machines });

describe('V1 every kind of effect', () => {
  test.each(['agent', 'check', 'git', 'forge'])('%s acts and may fail', (kind) => {
    expect(isWait(effects[kind] as Effect)).toBe(false);
    expect(sampled(kind).some(({ ok }) => ok)).toBe(true);
    expect(sampled(kind).some(({ ok }) => !ok)).toBe(true);
  });

  test.each(['question', 'signal', 'sleep', 'call', 'any-child', 'first'])('%s waits and cannot fail', (kind) => {
    expect(isWait(effects[kind] as Effect)).toBe(true);
    expect(sampled(kind).length).toBeGreaterThan(0);
    expect(sampled(kind).every(({ ok }) => ok)).toBe(true);
  });

  test('spawn starts a child run: it neither waits nor acts, and cannot fail', () => {
    expect([isWait(effects['spawn'] as Effect), isAct(effects['spawn'] as Effect)]).toEqual([false, false]);
    expect(sampled('spawn')).toEqual([ok('converge:need')]);
    expect(answerOf(effects['spawn'] as Effect, ok('converge:need'))).toBe('converge:need');
  });

  test('an unknown kind counts as acting, so that the journal of a newer version is readable', () => {
    expect(isWait({ kind: 'guess', input: {} })).toBe(false);
  });

  test('the explorer throws for an unknown kind, machine or role', () => {
    expect(() => sampleAnswers({ kind: 'guess', input: {} }, 'need', words)).toThrow('No such kind');
    expect(() => sampleAnswers(effects['call'] as Effect, 'need', words)).toThrow('No such machine');
    expect(() => sampleAnswers({ kind: 'agent', input: { role: 'nobody' } }, 'need', words)).toThrow('No such role');
  });
});

test('V4 samples an agent by its role, a question by its choices, a child by its results and by being stopped', () => {
  expect(sampled('agent')).toContainEqual(ok('changed'));
  expect(sampled('agent')).toContainEqual(fail('agent.schema'));
  expect(sampled('question').map((outcome) => outcome.ok && outcome.value)).toMatchObject([
    { choice: 'one more pass' },
    { choice: 'stop' },
  ]);
  expect(sampled('call')).toHaveLength(converge.results.length + 1);
  expect(sampled('call')).toContainEqual(ok({ child: 'need', end: 'stopped', result: null }));
});

test('V4 samples an open question by the options of the run too', () => {
  const codes = { questions: { pick: { header: 'Pick', choices: ['stop'], opens: true, params: {} } } } as const;
  const samples = sampleAnswers(ask(codes, 'pick', {}, { options: ['Redis', 'a file'] }), 'need', words);
  expect(samples.map((outcome) => outcome.ok && (outcome.value as { choice: string }).choice)).toEqual([
    'Redis',
    'a file',
    'stop',
  ]);
});

test('V4 samples several children by all their ends, and several waits by all their answers', () => {
  expect(sampled('any-child')).toHaveLength(2 * (converge.results.length + 1));
  expect(sampled('any-child')).toContainEqual(ok({ child: 'converge:other', end: 'stopped', result: null }));
  expect(sampled('first').map((outcome) => outcome.ok && (outcome.value as { of: string }).of)).toEqual([
    'ask',
    'ask',
    'nap',
  ]);
  expect(sampled('first')).toContainEqual(ok({ of: 'nap', value: 'slept' }));
});

test('an effect that cannot fail answers with its value, every other with its outcome', () => {
  expect(answerOf(effects['sleep'] as Effect, ok('slept'))).toBe('slept');
  expect(answerOf(effects['git'] as Effect, ok(1))).toEqual(ok(1));
  expect(answerOf(effects['git'] as Effect, fail('git.failed'))).toEqual(fail('git.failed'));
});
