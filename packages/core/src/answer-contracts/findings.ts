/** Reads the findings of a review. It tolerates text before the verdict, but is strict about the verdict. */

import { fail, type Outcome, ok } from '../failure/failure.ts';
import { type AnswerLine, answerLines } from './answer-lines.ts';
import type { Finding, Severity } from './finding.ts';
import { looksLikeFinding, namesSeverity } from './severity-words.ts';

const findingLine = /^[-*]\s+\[(critical|high|medium|low)\]\s+`?(.+?)`?(?::(\d+)(?::\d+)?)?`?:\s+(.+)$/i;

export const isBlocking = ({ severity }: Finding): boolean => severity !== 'low';

/** Returns one line such as `[high] src/a.ts:3: it leaks`. */
export const findingText = ({ severity, file, line, text }: Finding): string =>
  `[${severity}] ${file}${line === null ? '' : `:${line}`}: ${text.replaceAll('\n', ' ')}`;

/** Equal for the same finding: file and text only, because the line may have moved. */
export const findingKey = ({ file, text }: Finding): string => JSON.stringify([file, text]);

/** Adds findings that are not known yet. A set, because an answer may contain thousands. */
export const mergeFindings = (known: readonly Finding[], more: readonly Finding[]): readonly Finding[] => {
  const seen = new Set(known.map(findingKey));
  const all = [...known];
  for (const finding of more) {
    const key = findingKey(finding);
    if (!seen.has(key)) all.push(finding);
    seen.add(key);
  }
  return all;
};

/** The sentinels of a review without blocking findings (D-31). */
const noFindings = /^no findings\.$/i;
const noBlockingFindings = /^no blocking findings\.$/i;

/** The findings are the end of the answer. Without a blocking one, the sentinel is its last line. */
export function readFindings(answer: string): Outcome<readonly Finding[]> {
  const review = readReview(answer, (line) => noFindings.test(line) || noBlockingFindings.test(line));
  if (!review.ok) return review;
  const { findings, end } = review.value;
  return findings.length > 0 && noFindings.test(end) ? fail('agent.schema', { reason: 'contradiction' }) : ok(findings);
}

export interface ReviewAnswer {
  readonly findings: readonly Finding[];
  /** The last line: a sentinel, or the last of several findings of which one blocks. */
  readonly end: string;
}

/**
 * Reads the end of a review (D-31).
 *
 *   F1. The last line is a sentinel, or a finding if one blocks. Anything else is no verdict.
 *   F2. A line that looks like a finding must be one: another severity, another form or a cut-off line is unreadable.
 *   F3. A quoted finding, or a sentinel beside a blocking finding, is unreadable.
 */
export function readReview(answer: string, isSentinel: (line: string) => boolean): Outcome<ReviewAnswer> {
  const lines = answerLines(answer);
  const unreadable = (reason: string) => fail('agent.schema', { reason });
  if (lines.some(isMalformed)) return unreadable('malformed-finding');
  const findings = distinctFindings(lines.flatMap(({ text }) => readFinding(text)));
  const blocks = findings.some(isBlocking);
  if (blocks && lines.some(({ text }) => isSentinel(text))) return unreadable('contradiction');
  const last = lines.at(-1);
  if (last === undefined) return unreadable('no-verdict');
  if (last.quoted) return unreadable('quoted');
  if (blocks ? findingLine.test(last.text) : isSentinel(last.text)) return ok({ findings, end: last.text });
  return unreadable(blocks || lines.some(({ text }) => isSentinel(text)) ? 'words-after' : 'no-verdict');
}

function isMalformed({ text, quoted }: AnswerLine): boolean {
  if (findingLine.test(text)) return quoted;
  return namesSeverity(text) || (!quoted && looksLikeFinding(text));
}

/** Removes exact duplicates only: the same text about another line is another finding. */
export const distinctFindings = (findings: readonly Finding[]): readonly Finding[] => {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify(finding);
    if (!first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
};

function readFinding(line: string): Finding[] {
  const match = findingLine.exec(line);
  if (!match) return [];
  const [, severity = '', file = '', at, text = ''] = match;
  return [
    {
      severity: severity.toLowerCase() as Severity,
      file,
      line: at === undefined ? null : Number(at),
      text: text.trim(),
    },
  ];
}
