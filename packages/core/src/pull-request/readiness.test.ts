import { expect, test } from 'vitest';
import type { PullRequest } from '../effects/forge.ts';
import { readPull } from '../effects/forge.ts';
import { findUnreadyReasons } from './readiness.ts';

const pull = readPull.samples[0] as PullRequest;

test('DO-09 a pull request without a reason against it may be merged', () => {
  expect(findUnreadyReasons(pull, 'passed')).toEqual([]);
  expect(findUnreadyReasons({ ...pull, checks: { colour: 'none', red: [], pending: [] } }, 'unconfigured')).toEqual([]);
});

test.each([
  ['draft', { isDraft: true }],
  ['checks-red', { checks: { colour: 'red', red: ['ci'], pending: [] } }],
  ['checks-pending', { checks: { colour: 'pending', red: [], pending: ['ci'] } }],
  ['changes-requested', { changesRequestedBy: ['ada'] }],
  ['sections-missing', { sections: ['Summary', 'Scope', 'Validation'] }],
  ['conflict', { mergeable: 'conflict' }],
] as const)('DO-09 %s prevents the merge', (reason, own) => {
  expect(findUnreadyReasons({ ...pull, ...own }, 'passed')).toEqual([reason]);
});

test('DO-09 a configured end-to-end run needs evidence; a skipped one does not', () => {
  expect(findUnreadyReasons(pull, 'missing')).toEqual(['no-e2e-evidence']);
  expect(findUnreadyReasons(pull, 'skipped')).toEqual([]);
});
