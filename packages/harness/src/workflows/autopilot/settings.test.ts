/** Tests what the flags of the command decide. */
import type { RefusalText } from '@harness/core/codes';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { refusalText } from '@harness/core/messages/lookup';
import { expect, test } from 'vitest';
import { parseSessionFlags } from './settings.ts';

test.each([
  [{}, { rigor: 'standard', reviewPlans: false }],
  [{ fast: true }, { rigor: 'fast', reviewPlans: false }],
  [{ thorough: true }, { rigor: 'thorough', reviewPlans: false }],
  [{ reviewPlans: true }, { rigor: 'standard', reviewPlans: true }],
])('A-06 A-22 A-23 the flags %j mean %j', (options, flags) => {
  expect(parseSessionFlags(options)).toEqual(flags);
});

test('A-22 AO-07 both rigors are refused with one sentence', () => {
  const told = refusedBy(() => parseSessionFlags({ fast: true, thorough: true }));
  expect(told.message).toBe('Cannot use --fast and --thorough together. Choose one.');
});

function refusedBy(run: () => unknown): RefusalText {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return refusalText(messagesFor('en'), error.code, error.params);
    throw error;
  }
  throw new Error('it was not refused');
}
