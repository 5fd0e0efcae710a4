/** Which of the filed issues are the same one (MO-23): they point at the same code, or say nearly the same. */

import type { Feature } from '../input-files/features.ts';
import { isSameText } from '../memory/line.ts';
import { editDistance } from '../text/suggest.ts';
import type { Issue } from './issue.ts';

const alike = 0.85;

/** What is told of an issue apart from others. */
type Known = Pick<Issue, 'title' | 'codePointer'>;

/** The first that was filed of each, in their order; the graver word about it counts. What is known already is left out. */
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
  const [a, b] = [isSameText(one.title), isSameText(other.title)];
  return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1) >= alike;
}

/**
 * The issues that were made features before, also those that have passed: one that is filed again is the same one. It stays
 * in `issues.md`, and whoever judges can still fail what they see.
 */
export const knownIssues = (features: readonly Feature[]): readonly Known[] =>
  features
    .filter(({ sourceIssueId }) => sourceIssueId !== undefined)
    .map(({ title, more: { codePointer } }) => ({
      title,
      ...(typeof codePointer === 'string' ? { codePointer } : {}),
    }));
