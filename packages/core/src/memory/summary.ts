/**
 * L2: caps the summary of a mission, `.harness/memory/summary.md`, at 40 lines and 800 tokens (M-23).
 *
 * One token is estimated as four bytes (`tokens.ts`). The first lines are kept, whole lines only.
 */
import { estimatedTokens } from '../budget/tokens.ts';

export const summaryFile = '.harness/memory/summary.md';
export const maxSummaryLines = 40;
export const maxSummaryTokens = 800;

/** `cut` is the number of lines that did not fit. */
export function capSummary(text: string): { readonly text: string; readonly cut: number } {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n');
  const kept: string[] = [];
  for (const line of lines.slice(0, maxSummaryLines)) {
    if (estimatedTokens(`${[...kept, line].join('\n')}\n`) > maxSummaryTokens) break;
    kept.push(line);
  }
  return { text: kept.join('\n').trim(), cut: lines.length - kept.length };
}
