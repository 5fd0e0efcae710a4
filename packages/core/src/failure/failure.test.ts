import { describe, expect, test } from 'vitest';
import { type AgentFailureKind, agentFailure, agentFailureKinds, agentOutcome } from '../effects/agent.ts';
import { ends, exitCodes } from '../journal/end.ts';
import { fail, failureCodes, failures, ok, type Remedy } from './failure.ts';

describe('failures of an agent', () => {
  /** The closed list of the agent contract, with the exit code of a run that ends with the failure. */
  const contract: Readonly<Record<AgentFailureKind, number>> = {
    rate_limit: 9,
    budget: 6,
    schema: 4,
    overloaded: 1,
    auth: 1,
    billing: 1,
    context: 1,
    bad_request: 1,
    network: 1,
    turn_limit: 1,
    aborted: 1, // as an answer; a run that a person interrupts has no answer, is parked, and exits 130
    timeout: 1,
    startup: 1,
    session_lost: 1,
    crash: 1,
    unscripted: 1,
    unknown: 1,
  };

  test.each(Object.entries(contract))('%s ends a run with exit code %i', (kind, exitCode) => {
    const code = agentFailure(kind as AgentFailureKind);
    expect(failureCodes).toContain(code);
    expect(ends[failures[code].end].exitCode).toBe(exitCode);
  });

  test('match the contract exactly', () => {
    expect([...agentFailureKinds].sort()).toEqual(Object.keys(contract).sort());
    const rows = failureCodes.filter((code) => code.startsWith('agent.')).map(agentOutcome);
    expect(rows.sort()).toEqual(Object.keys(contract).sort());
  });

  test.each(agentFailureKinds)('%s has one external name and one internal code', (kind) => {
    expect(agentOutcome(agentFailure(kind))).toBe(kind);
  });

  test('other failures keep their code outside', () => {
    expect(agentOutcome('git.failed')).toBe('git.failed');
  });
});

describe('remedies', () => {
  test.each(failureCodes)('%s has a remedy and an existing end', (code) => {
    expect(['repeat', 'wait', 'ask', 'stop']).toContain(failures[code].remedy.do);
    expect(Object.keys(ends)).toContain(failures[code].end);
    expect(ends[failures[code].end].status).not.toBe('done');
  });

  const onceMore: Remedy = { do: 'wait', times: 1, afterMs: 1_000, afterwards: 'answer' };
  test.each<[string, Remedy, readonly AgentFailureKind[]]>([
    [
      'retried three times, then the run is parked',
      { do: 'wait', times: 3, afterMs: 1_000, afterwards: 'park' },
      ['rate_limit'],
    ],
    ['repeated once', onceMore, ['overloaded', 'network', 'timeout', 'crash', 'unknown']],
    ['given one repair turn', { do: 'repeat', times: 1 }, ['schema']],
    ['never repeated', { do: 'stop' }, ['auth', 'billing', 'context', 'bad_request', 'unscripted', 'budget']],
  ])('%s', (_, remedy, kinds) => {
    for (const kind of kinds) expect(failures[agentFailure(kind)].remedy, kind).toEqual(remedy);
  });

  test('asks a person about an effect with an unknown result', () => {
    expect(failures['effect.interrupted'].remedy).toEqual({ do: 'ask' });
  });
});

describe('exit codes and statuses', () => {
  test('every end has its own exit code, except failed and stopped', () => {
    const codes = Object.fromEntries(Object.entries(ends).map(([end, { exitCode }]) => [end, exitCode]));
    expect(codes).toEqual({
      done: 0,
      failed: 1,
      stopped: 1,
      escalated: 3,
      unreadable: 4,
      'limit-reached': 5,
      capped: 6,
      rejected: 7,
      'rate-limited': 9,
      'nothing-planned': 11,
    });
  });

  test('a run that has not ended has exit codes too', () => {
    expect(exitCodes).toMatchObject({
      usage: 2,
      waiting: 8,
      rateLimited: 9,
      frozen: 10,
      interrupted: 130,
      terminated: 143,
    });
  });

  test('done is done, stopped and limit-reached are stopped, all others are failed', () => {
    const byStatus = (status: string) =>
      Object.keys(ends).filter((end) => ends[end as keyof typeof ends].status === status);
    expect(byStatus('done')).toEqual(['done']);
    expect(byStatus('stopped')).toEqual(['stopped', 'limit-reached']);
    expect(byStatus('failed')).toHaveLength(Object.keys(ends).length - 3);
  });

  test('an outcome is plain data', () => {
    expect(JSON.parse(JSON.stringify([ok(1), fail('git.failed', { op: 'x' })]))).toEqual([
      { ok: true, value: 1 },
      { ok: false, failure: { code: 'git.failed', params: { op: 'x' } } },
    ]);
  });
});
