import { expect, test } from 'vitest';
import { askClaude, startMessagesModel } from '../../testing/claude.ts';
import { claudeCost } from './prices.ts';

const usage = { input: 10_003, output: 1_007, cacheRead: 80_011, cacheWrite: 5_009 };

test('the prices of every tier match those of the real program', async () => {
  const prices = ['opus', 'sonnet', 'haiku'].map(async (model) => {
    const { url, log } = await startMessagesModel({ turns: [{ text: 'hello', usage }] });
    const { result } = await askClaude({ options: { baseUrl: url }, request: { model } });
    expect(result.spent.usage).toEqual(usage);
    expect([model, result.spent.costUsd]).toEqual([model, claudeCost(log[0]?.request.model ?? '', usage)]);
    expect(result.spent.costUsd).toBeGreaterThan(0);
  });
  await Promise.all(prices);
});

test('an unknown model costs as much as the most expensive one, until the program reports the cost', () => {
  expect(claudeCost('nobody-1', usage)).toBe(claudeCost('opus', usage));
});
