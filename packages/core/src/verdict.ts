/** Reads what reviewers return. Forgiving about what surrounds the verdict, strict about the verdict. */
import { fail, type Outcome, ok } from './failure.ts';

export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  readonly severity: Severity;
  readonly file: string;
  readonly line: number | null;
  readonly text: string;
}

const sentinel = /^no (?:blocking )?findings\.$/i;
const findingLine = /^[-*] \[(critical|high|medium|low)\] `?(.+?)`?(?::(\d+))?`?: (.+)$/i;
/** Begins like a finding that blocks, with whatever bullet or emphasis. */
const blockingMark = /^(?:[-*+•]|\d+[.)])?\s*[*_`]*\[(?:critical|high|medium)\]/i;

export const isBlocking = ({ severity }: Finding): boolean => severity !== 'low';

/** Two reviews speak of the same thing when file and text are the same; the line may have moved. */
export const sameFinding = (a: Finding, b: Finding): boolean => a.file === b.file && a.text === b.text;

/** The findings of both, without doubles. */
export const merged = (known: readonly Finding[], more: readonly Finding[]): readonly Finding[] => {
  const all = [...known];
  for (const finding of more) if (!all.some((other) => sameFinding(other, finding))) all.push(finding);
  return all;
};

/**
 * Findings and no sentinel are readable; neither, or a sentinel beside a blocking finding, is not. Unreadable is never
 * clean, so a line that wants to block and is not in the form makes the whole review unreadable: it is not overlooked.
 */
export function readFindings(answer: string): Outcome<readonly Finding[]> {
  const lines = answer.split(/\r\n|\r|\n/).map(plain);
  if (lines.some((line) => blockingMark.test(line) && !findingLine.test(line)))
    return fail('agent.schema', { reason: 'malformed-finding' });
  const findings = merged([], lines.flatMap(readFinding));
  const clean = lines.some((text) => sentinel.test(text));
  if (clean && findings.some(isBlocking)) return fail('agent.schema', { reason: 'contradiction' });
  if (!clean && findings.length === 0) return fail('agent.schema', { reason: 'no-verdict' });
  return ok(findings);
}

/** A line without what models like to put around it: byte order mark, emphasis, backticks, white space. */
const plain = (line: string) =>
  line
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^([*_`]{1,3})([^*_`].*?)\1$/, '$2')
    .trim();

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
