/** What a mission sees of itself when it decides: its features, its lanes, what was filed, what a person has granted. */
import type { FeatureProgress } from '../../effects/features.ts';

export interface BoardFeature extends FeatureProgress {
  /** A lane is at work on it: it is being built, or being judged. */
  readonly running: boolean;
}

export interface CheckpointType {
  readonly name: string;
  readonly on: string;
}

export interface Board {
  readonly features: readonly BoardFeature[];
  readonly lanesFree: number;
  /** Critical and major issues that are no feature yet. */
  readonly openIssues: number;
  readonly checkpoints: readonly CheckpointType[];
  readonly granted: readonly string[];
}

/** MO-14: after so many attempts the architect speaks; after so many more a person has to. */
export const attemptsBeforeArchitect = 3;
export const attemptsBeforePerson = 5;
/** Several that cannot go on are no accident any more. */
export const blockedAtOnce = 2;

export const isRunning = ({ running }: BoardFeature): boolean => running;
export const allPassed = ({ features }: Pick<Board, 'features'>): boolean =>
  features.every(({ status }) => status === 'passed');

/**
 * Failing first, the fewest attempts first, then in order; only what has everything it depends on merged. Where several
 * lanes work, what most has to follow comes before the order: a long chain that begins late is what all wait for in the end.
 */
export function readyFeatures({ features, lanesFree }: Pick<Board, 'features' | 'lanesFree'>): readonly BoardFeature[] {
  const passed = new Set(features.filter(({ status }) => status === 'passed').map(({ id }) => id));
  const startable = features.filter(
    ({ status, after, running }) =>
      !running && (status === 'todo' || status === 'failing') && after.every((id) => passed.has(id)),
  );
  const isFailing = ({ status }: BoardFeature) => Number(status === 'failing');
  const lanes = lanesFree + features.filter(isRunning).length;
  const follows = lanes > 1 ? chainsIn(features) : () => 0;
  return startable.sort(
    (a, b) => isFailing(b) - isFailing(a) || a.attempts - b.attempts || follows(b.id) - follows(a.id),
  );
}

/** How many features follow one, on the longest way through what depends on it. */
function chainsIn(features: readonly BoardFeature[]): (id: string) => number {
  const known = new Map<string, number>();
  const follows = (id: string): number => {
    const there = known.get(id);
    if (there !== undefined) return there;
    known.set(id, 0); // a circle is a defect of the plan, and no reason to walk for ever
    const after = features.filter((feature) => feature.after.includes(id));
    const longest = Math.max(0, ...after.map((feature) => 1 + follows(feature.id)));
    known.set(id, longest);
    return longest;
  };
  return follows;
}

/** The checkpoint that stands before this, if a person has not granted it yet. */
export const checkpointBefore = ({ checkpoints, granted }: Board, on: (trigger: string) => boolean) =>
  checkpoints.find((one) => on(one.on.toLowerCase()) && !granted.includes(one.name))?.name;

export const claimCheckpoint = (board: Board, { kinds }: BoardFeature): string | undefined =>
  checkpointBefore(board, (on) => kinds.some((kind) => on === `feature-claim:${kind}`));
