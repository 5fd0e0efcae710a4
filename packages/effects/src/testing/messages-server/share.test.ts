import { expect, test } from 'vitest';
import { prefixCache } from './cache.ts';
import { readRequest } from './request.ts';
import { type CallLog, explainShare, shareOf } from './share.ts';

const kept = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } });

/** One request per call, each with the usage from the cache. */
function callsOf(...asked: readonly (readonly [rules: string, prompt: string])[]): readonly CallLog[] {
  const cache = prefixCache();
  return asked.map(([rules, prompt]) => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: prompt }] }];
    const request = readRequest(JSON.stringify({ model: 'm', system: [kept(rules)], messages }));
    return [{ role: 'a.tester', request, usage: { ...cache.take(request), output: 1 } }];
  });
}

const rules = 'Be kind. '.repeat(100);

test('does not count the first call, which has nothing to read', () => {
  const { share, input, read } = shareOf(callsOf([rules, 'one'], [rules, 'two'], [rules, 'six']));
  expect([share > 0.9, share < 1, read < input]).toEqual([true, true, true]);
});

test('names a different stable part: role, block, first byte, and both sides', () => {
  const share = shareOf(callsOf([rules, 'one'], [rules, 'two'], [`${rules}As of today.`, 'three']));
  expect(share.worst).toMatchObject({ call: 3, role: 'a.tester', parted: { block: 'system 1', byte: rules.length } });
  expect(explainShare(share)).toEqual([
    `a.tester: call 3 and the one before it part in system 1 at byte ${rules.length}:`,
    expect.stringContaining('Be kind.'),
    expect.stringContaining('As of today.'),
  ]);
});

test('reports equal calls that missed the cache as a defect of the cache', () => {
  const [one] = callsOf([rules, 'one']);
  expect(explainShare(shareOf([one ?? [], one ?? []]))).toEqual([expect.stringContaining('it was not read')]);
});

test('a request without an answer has no usage', () => {
  const calls = callsOf([rules, 'one'], [rules, 'two']);
  const cut = (calls[1] ?? []).map((logged) => ({ ...logged, usage: null }));
  const { input } = shareOf(calls);
  expect(shareOf([...calls, [...cut, ...(calls[1] ?? [])]]).input).toBe(input * 2);
});
