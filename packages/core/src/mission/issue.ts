/** What a validator files beside its verdict (MO-20): one JSON object a line. Critical and major ones become features. */
import * as z from 'zod';
import { unmarked } from '../output/plain.ts';

export const severities = ['critical', 'major', 'minor', 'nit'] as const;

const type = z.looseObject({
  title: z.string().min(1),
  severity: z.enum(severities),
  codePointer: z.string().nullish().catch(null),
});

export interface Issue {
  readonly title: string;
  readonly severity: (typeof severities)[number];
  /** The feature that was being judged. */
  readonly foundDuring: string;
  /** The place in the code, where the validator named one. */
  readonly codePointer?: string;
}

/** More than this in one answer is no list of findings any more. */
const mostIssues = 10;
const longestTitle = 160;

export function issuesIn(text: string, foundDuring: string): readonly Issue[] {
  const lines = text.split('\n').map((line) => unmarked(line.trim().replace(/^[-*+]\s+/, '')));
  const found = lines.filter((line) => line.startsWith('{') && line.endsWith('}')).flatMap(issueIn);
  return found.slice(0, mostIssues).map((issue) => ({ ...issue, foundDuring }));
}

export const isPromoted = ({ severity }: Issue): boolean => severity === 'critical' || severity === 'major';

function issueIn(line: string): readonly Omit<Issue, 'foundDuring'>[] {
  const result = type.safeParse(parsed(line));
  if (!result.success) return [];
  const { title, severity, codePointer } = result.data;
  const place = codePointer?.trim().slice(0, longestTitle);
  const said = title.trim().replaceAll(/\s+/g, ' ').slice(0, longestTitle);
  return [{ title: said, severity, ...(place ? { codePointer: place } : {}) }];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
