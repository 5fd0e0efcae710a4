/** Reads what reviewers return. Forgiving about what surrounds the verdict, strict about the verdict. */

import { fail, type Outcome, ok } from '../failure/failure.ts';
import { plainLines } from './plain.ts';

export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly severity: Severity;
  readonly file: string;
  readonly line: number | null;
  readonly text: string;
}

const sentinel = /^no (?:blocking )?findings\.$/i;
const findingLine = /^[-*]\s+\[(critical|high|medium|low)\]\s+`?(.+?)`?(?::(\d+)(?::\d+)?)?`?:\s+(.+)$/i;
/** Begins like a finding that blocks, with whatever bullet or emphasis. */
const blockingMark = /^[*_`]{0,6}(?:[-*+•]|\d+[.)])?\s*[*_`]{0,6}\[(?:critical|high|medium)\]/i;

export const isBlocking = ({ severity }: Finding): boolean => severity !== 'low';

/** `[high] src/a.ts:3: it leaks`, in one line. */
export const findingText = ({ severity, file, line, text }: Finding): string =>
  `[${severity}] ${file}${line === null ? '' : `:${line}`}: ${text.replaceAll('\n', ' ')}`;

/** Two reviews speak of the same thing when file and text are the same; the line may have moved. */
export const sameFinding = (a: Finding, b: Finding): boolean => a.file === b.file && a.text === b.text;

/** Lows of both, each said once: the same nit in two reviews is one follow-up. */
export const mergeFindings = (known: readonly Finding[], more: readonly Finding[]): readonly Finding[] => {
  const all = [...known];
  for (const finding of more) if (!all.some((other) => sameFinding(other, finding))) all.push(finding);
  return all;
};

/**
 * Findings and no sentinel are readable; neither, or a sentinel beside a blocking finding, is not. Unreadable is never
 * clean, so a line that wants to block and is not in the form makes the whole review unreadable: it is not overlooked.
 */
export function readFindings(answer: string): Outcome<readonly Finding[]> {
  const lines = plainLines(answer);
  if (lines.some((line) => blockingMark.test(line) && !findingLine.test(line)))
    return fail('agent.schema', { reason: 'malformed-finding' });
  const findings = distinctFindings(lines.flatMap(readFinding));
  const clean = lines.some((text) => sentinel.test(text));
  if (clean && findings.some(isBlocking)) return fail('agent.schema', { reason: 'contradiction' });
  if (!clean && findings.length === 0) return fail('agent.schema', { reason: 'no-verdict' });
  return ok(findings);
}

/** Only a line that is there twice, word for word, is one finding: the same words about another line are another one. */
export const distinctFindings = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(
    (finding, n) => n === findings.findIndex((other) => JSON.stringify(other) === JSON.stringify(finding)),
  );

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
