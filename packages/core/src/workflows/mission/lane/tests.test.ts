/** Tests the question about weakened tests of a lane. */
import { expect, test } from 'vitest';
import type { QuestionInput } from '../../../effects/question.ts';
import { ok } from '../../../failure/failure.ts';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { replay } from '../../../testing/replay.ts';
import { laneJob } from '../testing/jobs.ts';
import { lane } from './machine.ts';

const weakened = [{ file: 'a.test.ts', how: 'deleted', detail: '' }];
const diff = { ...sampleArtifact, path: 'artifacts/tests.diff' };
const built = [
  { brief: ok({ title: 't', task: sampleArtifact, commands: [], setback: null }) },
  { lane: ok({ path: '.harness/worktrees/F-1', branch: 'harness/F-1', base: 'b0' }) },
  { worked: ok({ is: 'done', line: 'done' }) },
  { saved: ok({ commit: 'c1', changedFiles: 1, diff: sampleArtifact, touched: 1 }) },
];
const input = { ...laneJob, until: 'implemented', checks: ['npm test'] } as const;

function evidenceAfter(...rounds: readonly Readonly<Record<string, unknown>>[]) {
  const state = replay(lane, input, [...built, ...rounds]);
  return (lane.steps.get(state.at)?.needs(state)['answer']?.input as QuestionInput | undefined)?.evidence;
}

test('shows the diff of the files asked about; an answer of an earlier version has none', () => {
  expect(evidenceAfter({ inspected: ok({ weakened, diff }) })).toEqual([diff]);
  expect(evidenceAfter({ inspected: ok({ weakened }) })).toEqual([]);
});

test('shows the diff of the changed tests when tests of the base did not run', () => {
  const compared = { base: 2, lost: 1, names: 'adds', hash: '1f', isNone: false };
  const report = ok({ green: true, exitCode: 0, tail: '', log: sampleArtifact, compared });
  expect(evidenceAfter({ inspected: ok({ weakened: [], diff }) }, { report })).toEqual([diff]);
});
