/**
 * Reads the verdict of `qa_report.md` (W-132).
 *
 *   Q1. Only the exact heading outside code blocks, quotations and comments counts.
 *   Q2. Both verdicts, none, or a PASS beside a failed row are unreadable: this is never a PASS.
 */
import { answerLines } from '../answer-contracts/answer-lines.ts';
import type { QaVerdict } from '../effects/checkout.ts';

const heading = /^### Verdict: (PASS|FAIL)$/;
const maxSummaryLength = 500;

export function readQaReport(text: string): QaVerdict {
  const lines = ownLines(text);
  const verdicts = new Set(lines.flatMap((line) => heading.exec(line)?.[1] ?? []));
  const failing = failingItems(lines);
  const summary = (fixInstructions(lines) || failing).slice(0, maxSummaryLength).trimEnd();
  const [verdict, ...others] = verdicts;
  if (verdict === undefined || others.length > 0) return { verdict: 'unreadable', summary };
  if (verdict === 'PASS') return { verdict: failing === '' ? 'PASS' : 'unreadable', summary };
  return { verdict: 'FAIL', summary };
}

/** Lines outside code blocks, quotations and comments, with their indentation. */
const ownLines = (text: string): readonly string[] =>
  answerLines(text, (line) => line.trimEnd()).flatMap((line) => (line.quoted ? [] : [line.text]));

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
