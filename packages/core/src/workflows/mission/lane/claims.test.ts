/** Tests the commands of claims: the harness runs them and shows their output to the validator. */
import { expect, test } from 'vitest';
import { ok, sampleFailure } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { replay } from '../../../testing/replay.ts';
import { laneJob } from '../testing/jobs.ts';
import { lane } from './machine.ts';

const input = { ...laneJob, until: 'merged', saved: { base: 'b0', checkpoint: 'c1' }, checks: ['npm test'] } as const;
const opened = [
  { brief: ok({ title: 't', task: sampleArtifact, commands: ['curl /', 'curl /health'], setback: null }) },
  { lane: ok({ path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b0' }) },
];
const report = (tail: string, green = true) => ({
  report: ok({ green, exitCode: green ? 0 : 1, tail, log: sampleArtifact }),
});
const after = (...rounds: readonly Readonly<Record<string, unknown>>[]) => replay(lane, input, [...opened, ...rounds]);

test('MO-20 the validator sees the output of each claim command', () => {
  expect(after(report('Welcome'), report('ok'))).toMatchObject({
    at: 'validating',
    printed: [
      { command: 'curl /', tail: 'Welcome' },
      { command: 'curl /health', tail: 'ok' },
    ],
  });
});

test('does not call the validator while a claim command is red', () => {
  expect(after(report('Welcome'), report('503', false))).toMatchObject({
    at: 'setting-back',
    because: 'claims',
    red: [{ command: 'curl /health', tail: '503' }],
  });
  expect(after(report('Welcome'), { report: sampleFailure('check.timed-out', { timeoutMs: 5 }) })).toMatchObject({
    at: 'setting-back',
    because: 'claims',
  });
});
