/**
 * Builds the manifest of a competition for people and scripts: its feature, lanes and verdict. It is computed from the
 * journals of the competition and its lanes; no decision depends on it.
 */

import { rivalAfterLane } from '../workflows/mission/competition/build-rivals.ts';
import type { Competition, CompetitionJob, CompetitionVerdict, Rival } from '../workflows/mission/competition/job.ts';
import type { LaneState } from '../workflows/mission/lane/job.ts';
import { rivalLane, rivalName, verdictLine } from './competition.ts';

export interface ManifestLane {
  readonly lane: string;
  readonly worktree: string;
  readonly branch: string;
  /** Current state, or the result. */
  readonly state: Exclude<LaneState['at'], 'over'> | Rival['is'] | 'removed';
  /** Why the lane left the competition: a code, or the agent's words. Absent while it takes part. */
  readonly why?: string;
}

export interface Manifest {
  readonly version: 1;
  readonly feature: string;
  readonly attempt: number;
  readonly lanes: readonly ManifestLane[];
  /** `COMPETITION_WINNER lane-N|none`; `null` until it is known. */
  readonly verdict: string | null;
  readonly by: CompetitionVerdict['by'] | null;
}

/** Below `.harness`. */
export const manifestFile = (feature: string): string => `competition-${feature}.json`;

export const createManifest = ({ each: { feature, round }, rivals }: CompetitionJob): Manifest => ({
  version: 1,
  feature,
  attempt: round,
  lanes: rivals.map((rival) => {
    const name = rivalLane(feature, rival.number);
    const place = { worktree: `.harness/worktrees/${name}`, branch: `harness/${name}` };
    return { lane: rivalName(rival.number), ...place, ...stateOf(rival) };
  }),
  verdict: null,
  by: null,
});

const stateOf = ({ is, why }: Rival) => ({ state: is, ...(why === undefined ? {} : { why }) });

export function updateManifest(manifest: Manifest, state: Competition): Manifest {
  const { rivals, verdict } = state.at === 'over' ? state.result : { verdict: undefined, ...state };
  const isMerged = state.at === 'over' && state.result.is === 'passed';
  const lanes = manifest.lanes.map((one) => {
    const rival = rivals?.find(({ number }) => rivalName(number) === one.lane);
    if (rival) return { ...placeOf(one), ...stateOf(rival) };
    return isMerged && one.lane !== rivalName(verdict?.winner ?? 0)
      ? { ...placeOf(one), state: 'removed' as const }
      : one;
  });
  return { ...manifest, lanes, ...(verdict ? { verdict: verdictLine(verdict.winner), by: verdict.by } : {}) };
}

export function updateManifestLane(manifest: Manifest, name: string, state: LaneState): Manifest {
  const lanes = manifest.lanes.map((one) => {
    if (`${manifest.feature}-${one.lane}` !== name) return one;
    if (state.at !== 'over') {
      const branch = 'lane' in state ? { branch: state.lane.branch } : {};
      return { ...placeOf(one), ...branch, state: state.at };
    }
    return {
      ...placeOf(one),
      ...stateOf(rivalAfterLane({ number: 0, is: 'working', saved: null, setback: null }, state.result)),
    };
  });
  return { ...manifest, lanes };
}

const placeOf = ({ lane, worktree, branch }: ManifestLane) => ({ lane, worktree, branch });
