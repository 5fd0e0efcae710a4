/**
 * The verdict of `qa_report.md` (W-132).
 *
 *   Q1. Only the exact heading counts, and not where it is quoted in a block of code.
 *   Q2. Both verdicts, or none, is no verdict: it is never taken for a PASS.
 */
import type { QaVerdict } from '../effects/checkout.ts';

const heading = /^### Verdict: (PASS|FAIL)$/;
const longestSummary = 500;

export function readQaReport(text: string): QaVerdict {
  const lines = unfenced(text.split(/\r\n|\r|\n/).map((line) => line.trimEnd()));
  const verdicts = new Set(lines.flatMap((line) => heading.exec(line)?.[1] ?? []));
  const summary = (fixInstructions(lines) || failingItems(lines)).slice(0, longestSummary).trimEnd();
  if (verdicts.size !== 1) return { verdict: 'unreadable', summary };
  return { verdict: verdicts.has('PASS') ? 'PASS' : 'FAIL', summary };
}

/** Without what stands in blocks of code. One that is never closed hides the rest, so it can only make it unreadable. */
function unfenced(lines: readonly string[]): readonly string[] {
  let fence: string | null = null;
  return lines.filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark === undefined) return true;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    return false;
  });
}

/** From its heading to the next one of the same rank or a higher one. */
function fixInstructions(lines: readonly string[]): string {
  const at = lines.findIndex((line) => /^#{1,6}\s.*\bfix instructions\b/i.test(line));
  if (at === -1) return '';
  const rank = rankOf(lines[at] ?? '');
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => rankOf(line) > 0 && rankOf(line) <= rank);
  return (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
}

const rankOf = (line: string) => /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;

/** Rows of a table that say no. */
const failingItems = (lines: readonly string[]) =>
  lines.filter((line) => /\|\s*\**(?:NO|FAIL)\**\s*(?:\||$)/.test(line)).join('\n');
