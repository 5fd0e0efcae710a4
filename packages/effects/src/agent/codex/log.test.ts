import { expect, test } from 'vitest';
import { announcedIn, lastWordsIn } from './log.ts';

const at = '2026-11-15T12:35:43.345539Z ';
const retry = (nth: number, time: string) =>
  `${at} WARN codex_core::responses_retry: stream disconnected - retrying sampling request (${nth}/2 in ${time})... turn_id=1\n`;
test('reads the wait of each retry, rounded up', () => {
  const log = retry(1, '3599.995410411s') + retry(2, '1.477751504s') + retry(1, '187.2ms');
  expect([announcedIn(log, 1), announcedIn(log, 2), announcedIn(log, 3)]).toEqual([200, 1_500, undefined]);
  expect(announcedIn(retry(1, '3599.995410411s'), 1)).toBe(3_600_000);
  expect(announcedIn(`${at} TRACE sse: "${retry(1, '1s')}`, 1)).toBeUndefined();
});

test('finds the last line that is not part of the log', () => {
  expect(lastWordsIn(`Error: this is why\n${retry(1, '1s')}Reading prompt from stdin...\n`)).toBe('Error: this is why');
  expect(lastWordsIn(retry(1, '1s'))).toBeUndefined();
});
