import { expect, test } from 'vitest';
import { prefixCache } from './cache.ts';
import { readRequest } from './request.ts';
import { type CallLog, explained, shareOf } from './share.ts';

const kept = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } });

/** One request a call, each with what the cache makes of it. */
function called(...asked: readonly (readonly [rules: string, prompt: string])[]): readonly CallLog[] {
  const cache = prefixCache();
  return asked.map(([rules, prompt]) => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: prompt }] }];
    const request = readRequest(JSON.stringify({ model: 'm', system: [kept(rules)], messages }));
    return [{ role: 'a.tester', request, usage: { ...cache.take(request), output: 1 } }];
  });
}

const rules = 'Be kind. '.repeat(100);

test('the first call has nothing to read and does not count', () => {
  const { share, input, read } = shareOf(called([rules, 'one'], [rules, 'two'], [rules, 'six']));
  expect([share > 0.9, share < 1, read < input]).toEqual([true, true, true]);
});

test('a stable part that differs is named: the role, the block, the first byte, and both sides', () => {
  const share = shareOf(called([rules, 'one'], [rules, 'two'], [`${rules}As of today.`, 'three']));
  expect(share.worst).toMatchObject({ call: 3, role: 'a.tester', parted: { block: 'system 1', byte: rules.length } });
  expect(explained(share)).toEqual([
    `a.tester: call 3 and the one before it part in system 1 at byte ${rules.length}:`,
    expect.stringContaining('Be kind.'),
    expect.stringContaining('As of today.'),
  ]);
});

test('calls that say the same and were not read are a defect of the cache, and said so', () => {
  const [one] = called([rules, 'one']);
  expect(explained(shareOf([one ?? [], one ?? []]))).toEqual([expect.stringContaining('it was not read')]);
});

test('a request without an answer used nothing', () => {
  const calls = called([rules, 'one'], [rules, 'two']);
  const cut = (calls[1] ?? []).map((logged) => ({ ...logged, usage: null }));
  const { input } = shareOf(calls);
  expect(shareOf([...calls, [...cut, ...(calls[1] ?? [])]]).input).toBe(input * 2);
});
