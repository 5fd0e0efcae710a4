import { describe, expect, test } from 'vitest';
import type { QuestionInput } from '../../effects/question.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { sampleArtifact } from '../../journal/artifact.ts';
import { explore } from '../../testing/explore.ts';

import { words } from '../../testing/jobs.ts';
import { replay } from '../../testing/replay.ts';
import { type BaseChecksJob, type BaseChecksState, baseChecks } from './machine.ts';

const job: BaseChecksJob = {
  path: '.harness/worktrees/x',
  commit: 'b0',
  checks: ['npm run build', 'npm test'],
  exempt: [],
  checkTimeoutMs: 1_000,
};
const report = (exitCode: number, green = exitCode === 0) => ({
  report: ok({ green, exitCode, tail: `exit ${exitCode}`, log: sampleArtifact }),
});
const choosing = (choice: string) => ({ answer: { choice, note: '' } });
const after = (rounds: readonly Readonly<Record<string, unknown>>[], more: Partial<BaseChecksJob> = {}) =>
  replay(baseChecks, { ...job, ...more }, rounds);
const needsOf = (state: BaseChecksState) => baseChecks.steps.get(state.at)?.needs(state) ?? {};

test('runs each check once on the base, after those before it', () => {
  const [first, second] = [after([]), after([report(0)])].map((state) => needsOf(state)['report']?.input);
  expect(first).toMatchObject({ command: 'npm run build', commit: 'b0', isProof: true, isBase: true });
  expect(second).toMatchObject({ command: 'npm test', after: ['npm run build'] });
  expect(after([report(0), report(0)])).toEqual({ at: 'checked', ignored: [], missing: [] });
});

test('asks about red checks with their names, output and logs', () => {
  const asking = after([report(1), report(0)]);
  expect(asking.at).toBe('asking');
  expect(needsOf(asking)['answer']?.input as QuestionInput).toMatchObject({
    code: 'baseline',
    choices: ['fix it too', 'ignore these checks', 'stop'],
    params: { checks: 'npm run build', output: '$ npm run build\nexit 1' },
    evidence: [sampleArtifact],
  });
});

test.each([
  ['fix it too', { at: 'checked', ignored: [], missing: [] }],
  ['ignore these checks', { at: 'checked', ignored: ['npm test'], missing: [] }],
  ['stop', { at: 'stopped' }],
])('%s', (choice, end) => {
  expect(after([report(0), report(2), choosing(choice)])).toEqual(end);
});

describe('is not asked about', () => {
  test('B1 a command that exits with 0 without a test', () => {
    expect(after([report(0), report(0, false)]).at).toBe('checked');
  });

  test('B2 a check that was given on the command line', () => {
    expect(after([report(1), report(0)], { exempt: ['npm run build'] }).at).toBe('checked');
  });

  test('a missing tool, if it only skips its check; exit 127 alone may be a missing package', () => {
    const lost = { report: ok({ green: false, exitCode: 127, tail: '', log: sampleArtifact, isToolMissing: true }) };
    expect(after([report(0), lost], { skipsMissing: true })).toMatchObject({ at: 'checked', missing: ['npm test'] });
    expect(after([report(0), report(127)], { skipsMissing: true }).at).toBe('asking');
    expect(after([report(0), lost]).at).toBe('asking');
  });
});

test('a check that does not finish is red, and one that cannot start ends the run', () => {
  expect(after([report(0), { report: sampleFailure('check.timed-out', { timeoutMs: 5 }) }]).at).toBe('asking');
  expect(after([{ report: sampleFailure('check.unstartable') }])).toMatchObject({ at: 'failed' });
});

test('every path ends or waits for a person', () => {
  const inputs = [job, { ...job, checks: [] }, { ...job, commit: null, skipsMissing: true as const }];
  expect(explore(baseChecks, { inputs, words }).broken).toEqual([]);
});
