/** M4 for issues-session: a journal of version 1 is read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { golden } from '../../testing/golden.ts';
import { issuesSession } from './machine.ts';
import { sessionDocument } from './view.ts';

const read = (version: number) => readFileSync(new URL(`./journals/v${version}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: issuesSession, version: 1, journal: read(1), at: 'done' });

test('M4 the released version has a golden journal', () => {
  expect(read(issuesSession.version)).not.toBe('');
});

test('M4 the state file of that version is computed again', () => {
  expect(sessionDocument('r', entries)).toMatchObject({
    ...{ run: 'r', revision: 4, body: 'Go on with the next issue.', unknown: { sprint: 4 } },
    state: {
      ...{ active: false, iteration: 4, consecutiveFailures: 1, currentIssue: null },
      ...{ completed: ['APP-1'], failed: ['APP-2'] },
    },
  });
});
