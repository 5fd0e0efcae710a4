/**
 * Reads the verdict of `qa_report.md` (W-132).
 *
 *   Q1. Only the exact heading outside code blocks counts.
 *   Q2. Both verdicts, or none, are unreadable: this is never a PASS.
 */
import type { QaVerdict } from '../effects/checkout.ts';

const heading = /^### Verdict: (PASS|FAIL)$/;
const maxSummaryLength = 500;

export function readQaReport(text: string): QaVerdict {
  const lines = removeCodeBlocks(text.split(/\r\n|\r|\n/).map((line) => line.trimEnd()));
  const verdicts = new Set(lines.flatMap((line) => heading.exec(line)?.[1] ?? []));
  const summary = (fixInstructions(lines) || failingItems(lines)).slice(0, maxSummaryLength).trimEnd();
  if (verdicts.size !== 1) return { verdict: 'unreadable', summary };
  return { verdict: verdicts.has('PASS') ? 'PASS' : 'FAIL', summary };
}

/** Removes code blocks. An unclosed one hides the rest, which can only make the report unreadable. */
function removeCodeBlocks(lines: readonly string[]): readonly string[] {
  let fence: string | null = null;
  return lines.filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark === undefined) return true;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    return false;
  });
}

/** Returns the section up to the next heading of the same or a higher level. */
function fixInstructions(lines: readonly string[]): string {
  const at = lines.findIndex((line) => /^#{1,6}\s.*\bfix instructions\b/i.test(line));
  if (at === -1) return '';
  const level = levelOf(lines[at] ?? '');
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => levelOf(line) > 0 && levelOf(line) <= level);
  return (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
}

const levelOf = (line: string) => /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;

const failingItems = (lines: readonly string[]) =>
  lines.filter((line) => /\|\s*\**(?:NO|FAIL)\**\s*(?:\||$)/.test(line)).join('\n');
