/** Builds and merges one feature of a mission in the worktree `.harness/worktrees/<fid>`, branch `harness/<fid>` (M-25, M-26). */
import { closeLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { defineMachine } from '../../../machine/machine.ts';
import { reason } from '../../../trust/reason.ts';
import { laneAcceptanceSteps } from './acceptance.ts';
import { buildSteps } from './build.ts';
import { type LaneJob, type LaneResult, type LaneState, laneMachine, laneName } from './job.ts';
import { keepSteps } from './keep.ts';
import { landSteps } from './land.ts';
import { opinionSteps } from './opinions.ts';
import { pageSteps } from './page.ts';
import { scopeSteps } from './scope.ts';
import { laneTestSteps } from './tests.ts';
import { laneWitnessSteps, upgradeLane } from './witness.ts';

const saved = { base: 'b0', checkpoint: 'c1' };

export const lane = defineMachine<LaneJob, LaneState, LaneResult>()({
  id: laneMachine,
  version: 2,
  start: (job) => ({ at: 'briefing', job }),
  steps: [
    ...buildSteps,
    ...laneAcceptanceSteps,
    ...scopeSteps,
    ...laneTestSteps,
    ...laneWitnessSteps,
    ...opinionSteps,
    ...pageSteps,
    ...landSteps,
    ...keepSteps,
  ],
  ends: { over: 'done' },
  result: ({ result }) => result,
  results: [
    { is: 'implemented', saved },
    { is: 'implemented', saved: { ...saved, unwitnessed: [reason('no-test')] } },
    { is: 'judged', saved, issues: [] },
    { is: 'passed', commit: 'm1', left: '', issues: [], unwitnessed: [reason('no-test')] },
    { is: 'passed', commit: null, left: '', issues: [{ title: 'it leaks', severity: 'major', foundDuring: 'F-1' }] },
    {
      is: 'passed',
      commit: 'm1',
      left: '',
      issues: [],
      open: { path: '.harness/worktrees/F-1', branch: 'b', base: 'm1' },
    },
    { is: 'failing', because: 'validator', setback: '.harness/runs/r/artifacts/setback.md', saved, issues: [] },
    { is: 'blocked', why: 'WORKER F-1: blocked — a key', saved },
    { is: 'stopped' },
    { is: 'broken', because: { code: 'agent.crash', params: {} }, saved },
    { is: 'broken', because: { code: 'agent.schema', params: {} }, saved },
    { is: 'broken', because: { code: 'budget.cap-reached', params: {} }, saved },
    { is: 'broken', because: { code: 'git.failed', params: {} }, saved: null },
  ],
  upgrade: upgradeLane,
  release: (state) => {
    if (state.at === 'over' || state.job.checkout) return {}; // files in the checkout stay
    return 'lane' in state
      ? { closed: act(closeLane, { lane: state.lane }) }
      : { closed: act(closeLane, { lane: null, name: laneName(state.job) }) };
  },
});
