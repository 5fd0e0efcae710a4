/**
 * Orders the issues that a run may work on (I-15 to I-17): the most urgent first, then the oldest, then by id.
 *
 * Trackers list only open issues of the scope. The caller takes the first one that no issue blocks.
 */
import type { IssuePriority, ListedIssue } from './issue.ts';

export function rankIssues(issues: readonly ListedIssue[], exclude: readonly string[]): readonly ListedIssue[] {
  const excluded = new Set(exclude);
  return issues.filter(({ id }) => !excluded.has(id)).sort(compareIssues);
}

function compareIssues(one: ListedIssue, other: ListedIssue): number {
  return (
    urgency(one.priority) - urgency(other.priority) ||
    compareAge(one.createdAt, other.createdAt) ||
    compareIds(one.id, other.id)
  );
}

/** No priority comes last. */
const urgency = (priority: IssuePriority) => (priority === 0 ? 5 : priority);

/** An issue without a time comes after those that have one. */
function compareAge(one: string, other: string): number {
  const [first, second] = [Date.parse(one), Date.parse(other)];
  if (Number.isNaN(first) || Number.isNaN(second)) return Number(Number.isNaN(first)) - Number(Number.isNaN(second));
  return first - second;
}

/** `APP-2` comes before `APP-10`. */
function compareIds(one: string, other: string): number {
  const [first, second] = [numberIn(one), numberIn(other)];
  if (first.head !== second.head) return first.head < second.head ? -1 : 1;
  return first.number - second.number || (one < other ? -1 : Number(one > other));
}

function numberIn(id: string) {
  const digits = /\d{1,15}$/.exec(id)?.[0] ?? '';
  return { head: id.slice(0, id.length - digits.length), number: Number(digits || -1) };
}
