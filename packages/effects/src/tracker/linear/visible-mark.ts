/**
 * Writes the mark of a claim so that Linear shows it: Linear removes HTML comments from Markdown. A claim has a line of
 * inline code, `harness claim <effect>`, and no other text of the harness has one.
 */
import { type IssueClaim, markLine, parseMark } from '@harness/core/tracker/marks';
import type { ClaimRow } from './rows.ts';

export const withVisibleClaim = (text: string, effect: string, over: string | null): string =>
  `${withoutVisibleClaims(text).trimEnd()}\n\n\`${markLine({ kind: 'claim', effect, over })}\``;

/** Breaks lines that would be a claim: an agent may have written the text. */
export const withoutVisibleClaims = (text: string): string => text.replaceAll('`harness claim ', '`harness-claim ');

const visibleLine = /^`(harness claim [^\n`]{1,1100})`[ \t]*\r?$/gm;

/** The claims among comments. Those of the same time are in the order of their ids. */
export const visibleClaims = (comments: readonly ClaimRow[]): readonly IssueClaim[] =>
  comments
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(({ body, createdAt }) => {
      const mark = [...body.matchAll(visibleLine)].map(([, line = '']) => parseMark(line)).findLast(Boolean);
      return mark ? [{ effect: mark.effect, over: mark.over, at: createdAt }] : [];
    });
