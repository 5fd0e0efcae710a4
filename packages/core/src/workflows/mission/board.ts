/** What a mission sees of itself when it decides: its features, its lanes, what was filed, what a person has granted. */
import type { FeatureStatus } from '../../sources/features.ts';

export interface Row {
  readonly id: string;
  /** What must be merged before it begins. */
  readonly after: readonly string[];
  /** Of which kinds its claims are: checkpoints may wait for one. */
  readonly kinds: readonly string[];
  readonly status: FeatureStatus;
  /** How often a worker was sent to it, since an architect last spoke (MO-13, MO-22). */
  readonly attempts: number;
  readonly architected: boolean;
  /** A lane is at work on it: it is being built, or being judged. */
  readonly running: boolean;
}

export interface CheckpointType {
  readonly name: string;
  readonly on: string;
}

export interface Board {
  readonly features: readonly Row[];
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

export const isRunning = ({ running }: Row): boolean => running;
export const allPassed = ({ features }: Pick<Board, 'features'>): boolean =>
  features.every(({ status }) => status === 'passed');

/** Failing first, the fewest attempts first, then in order; only what has everything it depends on merged. */
export function ready({ features }: Pick<Board, 'features'>): readonly Row[] {
  const passed = new Set(features.filter(({ status }) => status === 'passed').map(({ id }) => id));
  const startable = features.filter(
    ({ status, after, running }) =>
      !running && (status === 'todo' || status === 'failing') && after.every((id) => passed.has(id)),
  );
  const isFailing = ({ status }: Row) => Number(status === 'failing');
  return startable.sort((a, b) => isFailing(b) - isFailing(a) || a.attempts - b.attempts);
}

/** The checkpoint that stands before this, if a person has not granted it yet. */
export const checkpointBefore = ({ checkpoints, granted }: Board, on: (trigger: string) => boolean) =>
  checkpoints.find((one) => on(one.on.toLowerCase()) && !granted.includes(one.name))?.name;

export const claimCheckpoint = (board: Board, { kinds }: Row): string | undefined =>
  checkpointBefore(board, (on) => kinds.some((kind) => on === `feature-claim:${kind}`));
