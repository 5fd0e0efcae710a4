import { expect, test } from 'vitest';
import type { Competition, CompetitionJob, Rival } from '../workflows/mission/competition/job.ts';
import type { LaneState } from '../workflows/mission/lane/job.ts';
import { laneJob } from '../workflows/mission/testing/jobs.ts';
import { createManifest, type Manifest, manifestFile, updateManifest, updateManifestLane } from './manifest.ts';

const { until: _until, saved: _saved, setback: _setback, ...each } = laneJob;
const rival = (number: number, is: Rival['is']): Rival => ({ number, is, saved: null, setback: null });
const job: CompetitionJob = { until: 'implemented', each, rivals: [rival(1, 'working'), rival(2, 'working')] };
const lane = (state: object) => state as LaneState;
const states = ({ lanes }: Manifest) => lanes.map(({ lane: name, state, why }) => [name, state, ...(why ? [why] : [])]);

test('MO-28 starts with the feature, its lanes and their places, without a verdict', () => {
  expect(manifestFile('F-1')).toBe('competition-F-1.json');
  expect(createManifest(job)).toEqual({
    version: 1,
    feature: 'F-1',
    attempt: 1,
    verdict: null,
    by: null,
    lanes: [1, 2].map((n) => ({
      lane: `lane-${n}`,
      worktree: `.harness/worktrees/F-1-lane-${n}`,
      branch: `harness/F-1-lane-${n}`,
      state: 'working',
    })),
  });
});

test('MO-28 updates only the lane that moved, with its state and real branch', () => {
  const opened = { path: '.harness/worktrees/F-1-lane-2', branch: 'harness/F-1-lane-2-2', base: 'b0' };
  const checking = updateManifestLane(createManifest(job), 'F-1-lane-2', lane({ at: 'checking', lane: opened }));
  expect(states(checking)).toEqual([
    ['lane-1', 'working'],
    ['lane-2', 'checking'],
  ]);
  expect(checking.lanes[1]?.branch).toBe('harness/F-1-lane-2-2');
  const blocked = updateManifestLane(
    checking,
    'F-1-lane-2',
    lane({ at: 'over', result: { is: 'blocked', why: 'a key', saved: null } }),
  );
  expect(states(blocked)[1]).toEqual(['lane-2', 'blocked', 'a key']);
  expect(updateManifestLane(checking, 'F-2-lane-2', lane({ at: 'working' }))).toEqual(checking);
});

test('MO-28 shows the verdict line that scripts read, and marks losers as removed after the merge', () => {
  const verdict = { winner: 2, by: 'judge' } as const;
  const rivals = [rival(1, 'judged'), rival(2, 'judged')];
  const landing = updateManifest(createManifest(job), { at: 'landing', each, rivals, verdict });
  expect([landing.verdict, landing.by]).toEqual(['COMPETITION_WINNER lane-2', 'judge']);
  const merged = updateManifest(landing, {
    at: 'clearing',
    each,
    verdict,
    rivals: [rival(1, 'judged'), rival(2, 'merged')],
    result: { is: 'passed', commit: 'm1', left: '', issues: [] },
  });
  const over: Competition = { at: 'over', result: { is: 'passed', commit: 'm1', left: '', issues: [], verdict } };
  expect(states(updateManifest(merged, over))).toEqual([
    ['lane-1', 'removed'],
    ['lane-2', 'merged'],
  ]);
});

test('MO-28 shows the verdict none and keeps the lanes', () => {
  const rivals = [rival(1, 'failing'), { ...rival(2, 'failing'), why: 'validator' }];
  const over = updateManifest(createManifest(job), {
    at: 'over',
    result: {
      is: 'failing',
      because: 'validator',
      setback: null,
      saved: null,
      issues: [],
      rivals,
      verdict: { winner: null, by: 'nobody' },
    },
  });
  expect([over.verdict, over.by]).toEqual(['COMPETITION_WINNER none', 'nobody']);
  expect(states(over)).toEqual([
    ['lane-1', 'failing'],
    ['lane-2', 'failing', 'validator'],
  ]);
});
