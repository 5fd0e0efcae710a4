import { expect, test } from 'vitest';
import type { IssuePriority, ListedIssue } from './issue.ts';
import { rankIssues } from './pick.ts';
import { parsePriority, priorityOfLabels } from './priority.ts';

const issue = (id: string, priority: IssuePriority, createdAt: string): ListedIssue => ({
  id,
  title: id,
  status: 'Todo',
  priority,
  labels: ['ready'],
  blockedBy: [],
  url: null,
  createdAt,
});

test('I-16 I-17 the most urgent first, then the oldest, then by id; excluded ones are left out', () => {
  const rows = [
    issue('APP-1', 0, '2026-01-01T00:00:00Z'),
    issue('APP-10', 2, '2026-01-05T00:00:00Z'),
    issue('APP-9', 2, '2026-01-05T01:00:00+01:00'),
    issue('APP-3', 2, ''),
    issue('APP-4', 2, '2026-01-02T00:00:00Z'),
    issue('APP-5', 4, '2025-01-01T00:00:00Z'),
    issue('APP-6', 1, '2026-01-09T00:00:00Z'),
    issue('APP-7', 1, '2026-01-08T00:00:00Z'),
    issue('ZZZ-2', 2, ''),
  ];
  const ids = rankIssues(rows, ['APP-6', 'APP-x']).map(({ id }) => id);
  expect(ids).toEqual(['APP-7', 'APP-4', 'APP-9', 'APP-10', 'APP-3', 'ZZZ-2', 'APP-5', 'APP-1']);
  expect(rankIssues(rows.toReversed(), ['APP-6']).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['0', 0],
  ['1', 1],
  ['4', 4],
  ['Urgent', 1],
  ['low', 4],
  ['P0', 1],
  ['p3', 4],
  ['priority:2', 2],
  ['none', 0],
  ['5', undefined],
  ['P4', undefined],
  ['toString', undefined],
  ['', undefined],
])('the priority %j is %j', (text, priority) => {
  expect(parsePriority(text)).toBe(priority);
});

test('of several labels the most urgent counts', () => {
  expect(priorityOfLabels(['bug', 'P2', 'priority:1', 'priority:9', 'high'])).toBe(1);
  expect(priorityOfLabels(['bug', 'P10'])).toBe(0);
});
