/** Reads the findings of a review. It tolerates text around the verdict, but is strict about the verdict. */

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
/** Matches the start of a blocking finding with any bullet or emphasis. */
const blockingMark = /^[*_`]{0,6}(?:[-*+•]|\d+[.)])?\s*[*_`]{0,6}\[(?:critical|high|medium)\]/i;

export const isBlocking = ({ severity }: Finding): boolean => severity !== 'low';

/** Returns one line such as `[high] src/a.ts:3: it leaks`. */
export const findingText = ({ severity, file, line, text }: Finding): string =>
  `[${severity}] ${file}${line === null ? '' : `:${line}`}: ${text.replaceAll('\n', ' ')}`;

/** Compares file and text only, because the line may have moved. */
export const sameFinding = (a: Finding, b: Finding): boolean => a.file === b.file && a.text === b.text;

export const mergeFindings = (known: readonly Finding[], more: readonly Finding[]): readonly Finding[] => {
  const all = [...known];
  for (const finding of more) if (!all.some((other) => sameFinding(other, finding))) all.push(finding);
  return all;
};

/** A malformed blocking finding makes the whole review unreadable, so that it is never overlooked. */
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

/** Removes exact duplicates only: the same text about another line is another finding. */
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
