/** M4 for the issue loop and one issue: journals of version 1 are read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { golden } from '../../testing/golden.ts';
import { issueWork } from './issue/machine.ts';
import { issues } from './machine.ts';
import { loopView } from './view.ts';

const read = (name: string) => readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8');
const loop = golden({ machine: issues, version: 1, journal: read('journals/v1'), at: 'done' });
const issue = golden({ machine: issueWork, version: 1, journal: read('issue/journals/v1'), at: 'completed' });

test('M4 golden journals of the released versions exist', () => {
  expect([`journals/v${issues.version}`, `issue/journals/v${issueWork.version}`].map(read)).not.toContain('');
});

test('M4 the journals show a retried group, a failure, a skipped issue and a discovery pass', () => {
  const view = loopView([{ run: 'issues-1', entries: loop }]);
  expect(view).toMatchObject({
    completed: ['LIB-1', 'LIB-2', 'LIB-5'],
    failed: ['LIB-3'],
    skipped: ['LIB-4', 'LIB-6'],
    active: false,
  });
  const states = issue.flatMap((entry) => (entry.type === 'moved' ? [entry.state] : []));
  expect(states.filter((state) => 'attempt' in state && state.attempt === 2)).not.toEqual([]);
  expect(loop.flatMap((entry) => (entry.type === 'moved' ? [entry.state.at] : []))).toContain('writing-patterns');
});
