/** The board of a mission: the features, lanes, issues and grants on which a decision is based. */
import type { FeatureProgress } from '../../effects/features.ts';

export interface BoardFeature extends FeatureProgress {
  /** True while a lane builds or judges it. */
  readonly running: boolean;
}

export interface CheckpointTrigger {
  readonly name: string;
  readonly on: string;
  readonly hint?: string | undefined;
}

export interface Board {
  readonly features: readonly BoardFeature[];
  readonly lanesFree: number;
  /** Critical and major issues that are not features yet. */
  readonly openIssues: number;
  readonly checkpoints: readonly CheckpointTrigger[];
  readonly granted: readonly string[];
}

/** MO-14: failed attempts before the architect rules, and then before a person must decide. */
export const attemptsBeforeArchitect = 3;
export const attemptsBeforePerson = 5;
/** Blocked features that make the mission escalate. */
export const blockedBeforePerson = 2;

export const isRunning = ({ running }: BoardFeature): boolean => running;
export const allPassed = ({ features }: Pick<Board, 'features'>): boolean =>
  features.every(({ status }) => status === 'passed');

/** Failing first, then fewest attempts, then the longest chain of dependents if there are several lanes, then plan order. */
export function readyFeatures({ features, lanesFree }: Pick<Board, 'features' | 'lanesFree'>): readonly BoardFeature[] {
  const passed = new Set(features.filter(({ status }) => status === 'passed').map(({ id }) => id));
  const startable = features.filter(
    ({ status, after, running }) =>
      !running && (status === 'todo' || status === 'failing') && after.every((id) => passed.has(id)),
  );
  const isFailing = ({ status }: BoardFeature) => Number(status === 'failing');
  const lanes = lanesFree + features.filter(isRunning).length;
  const follows = lanes > 1 ? countDependents(features) : () => 0;
  return startable.sort(
    (a, b) => isFailing(b) - isFailing(a) || a.attempts - b.attempts || follows(b.id) - follows(a.id),
  );
}

function countDependents(features: readonly BoardFeature[]): (id: string) => number {
  const known = new Map<string, number>();
  const follows = (id: string): number => {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    known.set(id, 0); // ends the recursion if a defective plan has a cycle
    const after = features.filter((feature) => feature.after.includes(id));
    const longest = Math.max(0, ...after.map((feature) => 1 + follows(feature.id)));
    known.set(id, longest);
    return longest;
  };
  return follows;
}

/** The first checkpoint with this trigger that is not granted; `undefined` if there is none. */
export const checkpointBefore = ({ checkpoints, granted }: Board, on: (trigger: string) => boolean) =>
  checkpoints.find((one) => on(one.on.toLowerCase()) && !granted.includes(one.name))?.name;

export const claimCheckpoint = (board: Board, { kinds }: BoardFeature): string | undefined =>
  checkpointBefore(board, (on) => kinds.some((kind) => on === `feature-claim:${kind}`));
