import { expect, test } from 'vitest';
import { findAnnouncedWait, findLastMessage } from './log.ts';

const at = '2026-11-15T12:35:43.345539Z ';
const retry = (nth: number, time: string) =>
  `${at} WARN codex_core::responses_retry: stream disconnected - retrying sampling request (${nth}/2 in ${time})... turn_id=1\n`;
test('reads the wait of each retry, rounded up', () => {
  const log = retry(1, '3599.995410411s') + retry(2, '1.477751504s') + retry(1, '187.2ms');
  expect([findAnnouncedWait(log, 1), findAnnouncedWait(log, 2), findAnnouncedWait(log, 3)]).toEqual([
    200,
    1_500,
    undefined,
  ]);
  expect(findAnnouncedWait(retry(1, '3599.995410411s'), 1)).toBe(3_600_000);
  expect(findAnnouncedWait(`${at} TRACE sse: "${retry(1, '1s')}`, 1)).toBeUndefined();
});

test('finds the last line that is not part of the log', () => {
  expect(findLastMessage(`Error: this is why\n${retry(1, '1s')}Reading prompt from stdin...\n`)).toBe(
    'Error: this is why',
  );
  expect(findLastMessage(retry(1, '1s'))).toBeUndefined();
});
