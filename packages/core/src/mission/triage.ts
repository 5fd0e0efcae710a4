/** Merges duplicate issues (MO-23): same code pointer, or nearly the same title. */

import type { Feature } from '../input-files/features.ts';
import { normalizeText } from '../memory/line.ts';
import { editDistance } from '../text/suggest.ts';
import type { Issue } from './issue.ts';

const minSimilarity = 0.85;

/** The fields that identify an issue. */
type Known = Pick<Issue, 'title' | 'codePointer'>;

/** The first of each group, in order, with the higher severity. Issues in `already` are dropped. */
export function triageIssues(issues: readonly Issue[], already: readonly Known[] = []): readonly Issue[] {
  const distinct: Issue[] = [];
  for (const issue of issues.filter((one) => !already.some((known) => isSame(known, one)))) {
    const at = distinct.findIndex((known) => isSame(known, issue));
    const known = distinct[at];
    if (known === undefined) distinct.push(issue);
    else if (issue.severity === 'critical') distinct[at] = { ...known, severity: 'critical' };
  }
  return distinct;
}

function isSame(one: Known, other: Known): boolean {
  if (one.codePointer !== undefined && one.codePointer === other.codePointer) return true;
  const [a, b] = [normalizeText(one.title), normalizeText(other.title)];
  return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1) >= minSimilarity;
}

/** Issues that already became features, also passed ones. Filed again, they appear only in `issues.md`. */
export const knownIssues = (features: readonly Feature[]): readonly Known[] =>
  features
    .filter(({ sourceIssueId }) => sourceIssueId !== undefined)
    .map(({ title, more: { codePointer } }) => ({
      title,
      ...(typeof codePointer === 'string' ? { codePointer } : {}),
    }));
