/** The issues of a loop in the morning report, and commits that were undone. */
import { expect, test } from 'vitest';
import { publishCheckout } from '../../effects/checkout.ts';
import { resetIssue } from '../../effects/issues.ts';
import { act } from '../../effects/operation.ts';
import { ok } from '../../failure/failure.ts';
import type { Entry, NewEntry } from '../../journal/journal.ts';
import type { State } from '../../machine/machine.ts';
import { en } from '../../messages/en.ts';
import { answered, asked, ended, started } from '../../testing/facts.ts';
import { listCommits } from '../../views/commits.ts';
import { buildReport } from '../../views/report/report.ts';
import type { Unit } from '../../views/unit.ts';
import { lane } from './testing/jobs.ts';

const entriesFrom = (fromMs: number, facts: readonly NewEntry[]): readonly Entry[] =>
  facts.map((fact, n) => ({ ...fact, atMs: fromMs + n * 1_000 }) as Entry);

const commit = (key: string, subject: string, sha: string): readonly NewEntry[] => [
  asked(key, act(publishCheckout, { lane, checkpoint: 'c1', message: `${subject}\n\nmore`, as: 'commit' })),
  answered(key, ok({ is: 'published', commit: sha, lane })),
];
const reset = (is: 'reset' | 'foreign'): readonly NewEntry[] => [
  asked('8/reset', act(resetIssue, { lane, to: 'b0', own: ['d1'], leaves: [] })),
  answered('8/reset', ok(is === 'reset' ? { is, kept: null } : { is, commits: [], files: [] })),
];
const moved = (state: object): NewEntry => ({ type: 'moved', state: state as State });

/** The child run of one issue. */
const issueRun = (id: string, at: number, facts: readonly NewEntry[]) => ({
  run: `issues-1.${at}.work`,
  entries: entriesFrom(at * 100_000, [
    { ...started('issue'), title: id, input: { issue: { id, title: `Add ${id}` } } } as NewEntry,
    ...facts,
    ended('done'),
  ]),
});

const loop = (end: 'done' | 'escalated'): Unit =>
  ({
    family: [
      { run: 'issues-1', entries: entriesFrom(0, [started('issues'), ended(end)]) },
      issueRun('A-1', 1, [...commit('1/c', 'feat: one', 'd1'), moved({ at: 'completed', commits: ['d1'] })]),
      issueRun('A-2', 2, [
        ...commit('1/c', 'feat: two', 'd2'),
        ...reset('reset'),
        moved({ at: 'gave-up', failure: { reason: 'it is red' } }),
      ]),
      issueRun('A-3', 3, [
        moved({ at: 'commenting-blocked', questions: ['Which?', 'Why?'] }),
        moved({ at: 'skipped' }),
      ]),
      issueRun('A-4', 4, [moved({ at: 'paused' })]),
    ],
    outside: { isOwned: false, answered: new Set() },
  }) as unknown as Unit;

const typing = {
  typed: (text: string) => text,
  typedGit: (text: string) => `git ${text}`,
  quoted: (text: string) => text,
};

test.each(['done', 'escalated'] as const)(
  'each issue of a loop that ended as %s is in the report on its own',
  (end) => {
    const report = buildReport({ units: [loop(end)], damaged: [], sinceMs: 0, nowMs: 1_000_000 }, en, typing);
    expect(report.landed).toMatchObject([{ title: 'A-1 Add A-1', how: 'committed', sha: 'd1', look: 'git show d1' }]);
    expect(report.needsYou.map(({ title, text, commands }) => [title, text, commands])).toEqual([
      ['A-2 Add A-2', 'it is red', ['harness show issues-1.2.work']],
      ['A-3 Add A-3', 'Which? Why?', ['harness show issues-1.3.work']],
    ]);
  },
);

test('I-68 a commit that was undone is no commit of the run', () => {
  const commits = (...facts: readonly NewEntry[]) => listCommits([{ run: 'r', entries: entriesFrom(0, facts) }]);
  const made = commit('1/c', 'feat: one', 'd1');
  expect(commits(...made, ...reset('reset'))).toEqual([]);
  expect(commits(...made, ...reset('foreign')), 'it is still there').toMatchObject([{ sha: 'd1' }]);
});
