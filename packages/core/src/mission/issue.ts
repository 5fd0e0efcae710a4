/** Parses the issues that a validator files beside its verdict (MO-20), one JSON object per line. */
import * as z from 'zod';
import { stripEmphasis } from '../answer-contracts/plain.ts';
import { fail, type Outcome, ok } from '../failure/failure.ts';
import { parseJson } from '../text/json.ts';

const issueSeverities = ['critical', 'major', 'minor', 'nit'] as const;

/** Optional fields that help with the repair. */
const detailNames = ['evidence', 'repro', 'suggestedFix', 'codePointer'] as const;

const type = z.looseObject({ title: z.string().min(1), severity: z.enum(issueSeverities) });

export interface Issue extends Readonly<Partial<Record<(typeof detailNames)[number], string>>> {
  readonly title: string;
  readonly severity: (typeof issueSeverities)[number];
  /** The feature under validation. */
  readonly foundDuring: string;
}

/** Limit per answer: a longer list is not a list of findings. */
const mostIssues = 10;
const longestTitle = 160;
const longestDetail = 500;

/** A line that looks like an issue but is none makes the answer unreadable: the problem would be lost. */
export function parseIssues(text: string, foundDuring: string): Outcome<readonly Issue[]> {
  const lines = text.split('\n').map((line) => stripEmphasis(line.trim().replace(/^[-*+]\s+/, '')));
  const candidates = lines.filter((line) => line.startsWith('{') && /"(?:title|severity)"/.test(line));
  const found = candidates.flatMap(parseIssue);
  if (found.length < candidates.length)
    return fail('agent.schema', { reason: 'an issue does not have the required form' });
  return ok(found.slice(0, mostIssues).map((issue) => ({ ...issue, foundDuring })));
}

export const isPromoted = ({ severity }: Issue): boolean => severity === 'critical' || severity === 'major';

function parseIssue(line: string): readonly Omit<Issue, 'foundDuring'>[] {
  const result = type.safeParse(parseJson(line));
  if (!result.success) return [];
  const { title, severity } = result.data;
  return [{ title: title.trim().replaceAll(/\s+/g, ' ').slice(0, longestTitle), severity, ...detailsIn(result.data) }];
}

const detailsIn = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    detailNames.flatMap((name) => {
      const detail = fields[name];
      return typeof detail === 'string' && detail.trim() !== '' ? [[name, detail.trim().slice(0, longestDetail)]] : [];
    }),
  );

/** Line of `pending-issues.jsonl`. */
export const issueLine = ({ title, severity, foundDuring, ...details }: Issue): string =>
  JSON.stringify({ title, severity, foundDuring, ...details });

/** Line of `issues.md`. */
export const issueText = ({ title, severity, foundDuring, codePointer }: Issue): string =>
  `- [${severity}] ${title} (${foundDuring}${codePointer === undefined ? '' : `, ${codePointer.replaceAll(/\s+/g, ' ')}`})`;
