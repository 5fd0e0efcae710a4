import { expect, test } from 'vitest';
import { failureCodes, failures } from './failure.ts';
import { withoutRetries, withRetries } from './retry.ts';

const table = withRetries({ calls: 5, rateLimited: 7, backoffMs: 30 });

test('a rate limit is counted by itself, everything else that is waited out by `calls`', () => {
  expect(table['agent.rate-limit'].remedy).toEqual({ do: 'wait', times: 7, afterMs: 30, afterwards: 'park' });
  for (const code of ['agent.crash', 'agent.timeout', 'agent.network', 'agent.overloaded', 'agent.unknown'] as const)
    expect(table[code].remedy, code).toEqual({ do: 'wait', times: 5, afterMs: 30, afterwards: 'answer' });
});

test('what is never repeated, repaired once or asked about stays as it is, and so does every end', () => {
  for (const code of failureCodes) {
    if (failures[code].remedy.do !== 'wait') expect(table[code].remedy, code).toEqual(failures[code].remedy);
    expect(table[code].end, code).toBe(failures[code].end);
  }
});

test('M-10 for who only adds notes a rate limit is told at once; all else is as for everybody', () => {
  const aside = withoutRetries(table);
  expect(aside['agent.rate-limit'].remedy).toEqual({ do: 'stop' });
  expect(aside['agent.schema']).toEqual(table['agent.schema']);
  expect(aside['agent.crash']).toEqual(table['agent.crash']);
});
