import { expect, test } from 'vitest';
import { failureCodes, failures } from './failure.ts';
import { withoutRetries, withRetries } from './retry.ts';

const table = withRetries({ calls: 5, rateLimited: 7, backoffMs: 30 });

test('uses `rateLimited` for rate limits, and `calls` for all other waits', () => {
  expect(table['agent.rate-limit'].remedy).toEqual({ do: 'wait', times: 7, afterMs: 30, afterwards: 'park' });
  for (const code of ['agent.crash', 'agent.timeout', 'agent.network', 'agent.overloaded', 'agent.unknown'] as const)
    expect(table[code].remedy, code).toEqual({ do: 'wait', times: 5, afterMs: 30, afterwards: 'answer' });
});

test('changes no other remedy and no end', () => {
  for (const code of failureCodes) {
    if (failures[code].remedy.do !== 'wait') expect(table[code].remedy, code).toEqual(failures[code].remedy);
    expect(table[code].end, code).toBe(failures[code].end);
  }
});

test('M-10 returns a rate limit at once for optional roles, and changes no other row', () => {
  const optional = withoutRetries(table);
  expect(optional['agent.rate-limit'].remedy).toEqual({ do: 'stop' });
  expect(optional['agent.schema']).toEqual(table['agent.schema']);
  expect(optional['agent.crash']).toEqual(table['agent.crash']);
});
