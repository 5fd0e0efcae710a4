/** Tests the additional reviews of a passed feature. */
import { expect, test } from 'vitest';
import { ok, sampleFailure } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { replay } from '../../../testing/replay.ts';
import { sampleScreens } from '../../../testing/screens.ts';
import { laneJob } from '../testing/jobs.ts';
import type { LaneJob } from './job.ts';
import { lane } from './machine.ts';

const server = { command: 'npm start', url: 'http://127.0.0.1:3000/', readyTimeoutMs: 1 };
const saved = { base: 'b0', checkpoint: 'c1' };
const both: LaneJob = { ...laneJob, until: 'merged', saved, checks: [], crosscheck: true, uiQa: { server, paths: [] } };
const passed = [
  { brief: ok({ title: 't', task: sampleArtifact, commands: [], setback: null }) },
  { lane: ok({ path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b0' }) },
  { verdict: ok({ item: 'F-1', passed: true, pass: 1, fail: 0, issues: [], said: '', line: '' }) },
];
const after = (input: LaneJob, ...rounds: readonly Readonly<Record<string, unknown>>[]) =>
  replay(lane, input, [...passed, ...rounds]);
const seen = { look: ok(sampleScreens) };
const tested = (isGood: boolean) => ({ tested: ok({ passed: isGood, item: 'F-1', count: 1, said: 'no button' }) });
const opinion = (is: string) => ({ opinion: ok({ is, item: 'F-1', said: 'it leaks' }) });

test('M-12, MO-21 reviews the interface after the validator, then asks for a second opinion, then merges', () => {
  expect(after(both).at).toBe('looking-at-ui');
  expect(after(both, seen).at).toBe('ui-testing');
  expect(after(both, seen, tested(true)).at).toBe('crosschecking');
  expect(after(both, seen, tested(true), opinion('agree')).at).toBe('syncing');
  expect(after({ ...laneJob, until: 'merged', saved, checks: [] }).at).toBe('syncing');
});

test('MO-21 a disagreement or a failed interface sends the feature back with the reason', () => {
  expect(after(both, seen, tested(false))).toMatchObject({ at: 'setting-back', because: 'ui-qa', said: 'no button' });
  const disagreed = after(both, seen, tested(true), opinion('disagree'));
  expect(disagreed).toMatchObject({ at: 'setting-back', because: 'crosscheck', said: 'it leaks' });
});

test('MO-21 an ambiguous contract does not stop the merge', () => {
  expect(after(both, seen, tested(true), opinion('contract-ambiguous')).at).toBe('syncing');
});

test.each([
  ['the product does not start', sampleFailure('server.late')],
  ['there is no browser', ok({ is: 'skipped', why: 'no Chromium' })],
])('MO-21 skips the interface review when %s', (_, look) => {
  expect(after(both, { look }).at).toBe('crosschecking');
});
