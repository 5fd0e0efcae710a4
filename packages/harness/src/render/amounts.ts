/** Formats durations, tokens and money for one line. */

import { tokensOf, type Usage } from '@harness/core/budget/usage';
import { formatNumber } from '@harness/core/messages/format-number';
import type { RunRow } from '@harness/core/views/run';

export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export const formatTokens = (usage: Usage): string => `${formatNumber(tokensOf(usage))} tokens`;
export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

/** Money that was spent; the cost of scripted calls is shown as rehearsed. */
export function formatCost({ costUsd, rehearsedUsd }: Pick<RunRow, 'costUsd' | 'rehearsedUsd'>): string {
  if (rehearsedUsd === 0) return dollars(costUsd);
  const paid = costUsd - rehearsedUsd;
  return paid < 1e-6 ? `${dollars(rehearsedUsd)} rehearsed` : `${dollars(paid)} + ${dollars(rehearsedUsd)} rehearsed`;
}
