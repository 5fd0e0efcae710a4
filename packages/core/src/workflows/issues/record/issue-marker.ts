/** The marker with which the loop ends its work on an issue: one per issue (I-58, I-59). */
import type { Marker } from '../../../issue-loop/markers.ts';
import type { IssuesState } from '../state.ts';

/** `null` if the move ends no issue. A skipped issue has no marker: it is neither complete nor failed. */
export function issueMarker(from: IssuesState, to: IssuesState): Marker | null {
  if (from.at !== 'working' || !('counters' in to)) return null;
  const issue = from.issue.id;
  if (to.at === 'halted') return { is: 'pause', issue };
  const { completed, failed } = to.counters;
  if (completed.includes(issue)) return { is: 'complete', issue };
  return failed.includes(issue) ? { is: 'failed', issue } : null;
}
