/** Explores one change group with every answer of its effects, and a whole issue with a few. The slow test has more. */
import { test } from 'vitest';
import { issueJob, issuesWords } from '../testing/jobs.ts';
import { withSamples } from '../testing/words.ts';
import { expectInvariants } from './explore.suite.ts';
import type { IssueRecord } from './job.ts';
import { emptyRecord } from './state.ts';

const record: IssueRecord = { ...emptyRecord('b0'), plansLeft: 0, fixesLeft: 0 };

test('I-37 I-48 I-67 every path of a change group keeps the invariants', () => {
  const words = withSamples(issuesWords, {
    'issues.planner': [0],
    'issues.worker': [0, 2],
    'resolve-plan': [0],
    'scope-review': [0],
    'reset-issue': [0],
    open: [0],
    proof: [0, 2, 3],
  });
  expectInvariants([{ ...issueJob, progress: record }], words, 'part');
});
