import { describe, expect, onTestFinished, test } from 'vitest';
import { noCost } from '../budget/usage.ts';
import { agent } from '../effects/agent.ts';
import { check } from '../effects/check.ts';
import { fail, ok, sampleFailure } from '../failure/failure.ts';
import type { NewEntry } from '../journal/journal.ts';
import { implementers, reviewers } from '../testing/converge-roles.ts';
import { answered, asked, cents, failed, journalOf, noted } from '../testing/facts.ts';
import { roles } from '../workflows/loaded.ts';
import { attemptOf, countScriptAnswers, listCalls } from './calls.ts';

const workplace = { cwd: '.', checkpoint: 'c' };
const work = (item: string | null = null) =>
  agent(implementers['converge.implementer'], workplace, { task: 't', checks: [], repair: null }, { item });
const diff = { path: 'a', sha256: 'b', bytes: 1 };
const review = agent(reviewers['converge.reviewer'], workplace, { task: 't', diff });
const startedNote = (key: string, answer = 0, script = 'sha') =>
  noted('agent.started', { provider: 'scripted', model: '', script, answer }, key);
const only = (...facts: readonly NewEntry[]) => listCalls([journalOf(facts)])[0];

describe('a call', () => {
  test('and its try are in flight until the answer', () => {
    expect(only(asked('1/x', work()), startedNote('1/x'))).toMatchObject({
      key: '1/x',
      role: 'converge.implementer',
      mode: 'exec',
      provider: 'scripted',
      model: null,
      outcome: null,
      endedAtMs: null,
      tries: [{ outcome: null, startedAtMs: 1_000, endedAtMs: null }],
    });
  });

  test('of a role with a persona names it, and any other call has no such field', () => {
    const persona = 'harness-planner';
    expect(only(asked('1/x', work()))).not.toHaveProperty('subagentType');
    const role = roles['converge.implementer'] as { persona?: string };
    onTestFinished(() => void delete role.persona);
    role.persona = persona;
    expect(only(asked('1/x', work()))).toMatchObject({ subagentType: persona });
  });

  test('with an answer has one try, its usage, and no error', () => {
    const call = only(asked('1/x', work()), startedNote('1/x'), answered('1/x', ok('done'), cents(3)));
    expect(call).toMatchObject({ outcome: 'ok', error: null, startedAtMs: 1_000, endedAtMs: 3_000, ...cents(3) });
    expect(call?.tries).toEqual([{ outcome: 'ok', startedAtMs: 1_000, endedAtMs: 3_000, ...cents(3) }]);
  });

  test('repeated by a remedy keeps its key; each try has an outcome and usage, and the call has their sum', () => {
    const call = only(
      asked('1/x', work()),
      startedNote('1/x'),
      failed('1/x', 'agent.rate-limit', { retryAfterMs: 200 }, cents(1)),
      startedNote('1/x'),
      answered('1/x', ok('done'), cents(2)),
    );
    expect(call?.tries).toEqual([
      { outcome: 'rate_limit', startedAtMs: 1_000, endedAtMs: 3_000, ...cents(1) },
      { outcome: 'ok', startedAtMs: 4_000, endedAtMs: 5_000, ...cents(2) },
    ]);
    expect(call).toMatchObject({ outcome: 'ok', error: null, attempt: 1, ...cents(3) });
  });

  test('that waits for its next try shows the error and the retry time', () => {
    const call = only(asked('1/x', work()), failed('1/x', 'agent.rate-limit', { detail: 'slow', retryAfterMs: 200 }));
    expect(call).toMatchObject({ outcome: null, error: { kind: 'rate_limit', detail: 'slow', retryAfterMs: 200 } });
    expect(call?.tries).toMatchObject([{ outcome: 'rate_limit' }]);
  });

  test('interrupted by a crash has an aborted try and continues under its key', () => {
    const call = only(
      asked('1/x', work()),
      startedNote('1/x'),
      noted('effect.interrupted', {}, '1/x'),
      startedNote('1/x', 1),
      answered('1/x', ok('done'), cents(2)),
    );
    expect(call?.tries).toEqual([
      { outcome: 'aborted', startedAtMs: 1_000, endedAtMs: 3_000, ...noCost },
      { outcome: 'ok', startedAtMs: 4_000, endedAtMs: 5_000, ...cents(2) },
    ]);
  });

  test('that failed for good has the failure as its outcome, also if the last try never started', () => {
    const call = only(
      asked('1/x', work()),
      failed('1/x', 'agent.timeout'),
      answered('1/x', sampleFailure('agent.unscripted', { detail: 'no answer' })),
    );
    expect(call).toMatchObject({ outcome: 'unscripted', error: { kind: 'unscripted', detail: 'no answer' } });
    expect(call?.tries).toMatchObject([{ outcome: 'timeout' }, { outcome: 'unscripted' }]);
  });

  test('given up by a person has no further try', () => {
    const call = only(
      asked('1/x', work()),
      failed('1/x', 'effect.interrupted'),
      answered('1/x', sampleFailure('effect.interrupted')),
    );
    expect(call).toMatchObject({ outcome: 'effect.interrupted', tries: [{ outcome: 'effect.interrupted' }] });
  });

  test('E3 with two answers counts only the first', () => {
    const call = only(
      asked('1/x', work()),
      answered('1/x', ok('a'), cents(1)),
      answered('1/x', fail('agent.crash'), cents(9)),
    );
    expect(call).toMatchObject({ outcome: 'ok', error: null, endedAtMs: 2_000, ...cents(1) });
    expect(call?.tries).toHaveLength(1);
  });
});

describe('the calls of a run and its children', () => {
  const parent = journalOf(
    [asked('1/x', work('F-1')), asked('2/r', review), asked('2/c', check({ command: 'x', cwd: '.', timeoutMs: 1 }))],
    'p',
  );
  const child = journalOf([asked('0/x', work('F-1')), asked('1/x', work('F-2'))], 'p.3.lane');

  test('include only agents, in the order of the requests', () => {
    expect(listCalls([parent, child]).map(({ run, key }) => `${run} ${key}`)).toEqual([
      'p 1/x',
      'p.3.lane 0/x',
      'p 2/r',
      'p.3.lane 1/x',
    ]);
  });

  test('are counted by role and item over the root run and its children', () => {
    const family = [parent, child];
    expect(attemptOf(family, 'p', '1/x')).toBe(1);
    expect(attemptOf(family, 'p.3.lane', '0/x')).toBe(2);
    expect(attemptOf(family, 'p.3.lane', '1/x')).toBe(1);
    expect(attemptOf(family, 'p', '2/r')).toBe(1);
  });

  test('use the answers of a script, including repeats and children', () => {
    const used = [
      journalOf([startedNote('1/x', 0), startedNote('1/x', 0), startedNote('2/x', 4)]),
      journalOf([startedNote('0/x', 0)], 'r.1.c'),
    ];
    expect(countScriptAnswers(used)).toEqual(
      new Map([
        ['0', 3],
        ['4', 1],
      ]),
    );
  });
});
