/** Which of the filed issues are the same one (MO-23): they point at the same code, or say nearly the same. */
import { sameWords } from '../memory/line.ts';
import { distance } from '../nearest.ts';
import type { Issue } from './issue.ts';

const alike = 0.85;

/** The first that was filed of each, in their order; the graver word about it counts. */
export function triaged(issues: readonly Issue[]): readonly Issue[] {
  const distinct: Issue[] = [];
  for (const issue of issues) {
    const at = distinct.findIndex((known) => isSame(known, issue));
    const known = distinct[at];
    if (known === undefined) distinct.push(issue);
    else if (issue.severity === 'critical') distinct[at] = { ...known, severity: 'critical' };
  }
  return distinct;
}

function isSame(one: Issue, other: Issue): boolean {
  if (one.codePointer !== undefined && one.codePointer === other.codePointer) return true;
  const [a, b] = [sameWords(one.title), sameWords(other.title)];
  return 1 - distance(a, b) / Math.max(a.length, b.length, 1) >= alike;
}
