/** The decision of an iteration, and which move of a mission took it. */
import type { State } from '../../machine/machine.ts';
import type { Decision } from './decide.ts';

/** The decision of the last iteration (M-09). A refused decision is a ghost. */
export interface LastDecision {
  readonly iteration: number;
  readonly verb: Decision['verb'];
  readonly argument: string;
  readonly ghost: boolean;
}

interface DecidedState {
  readonly iterationsLeft: number;
  readonly decided: LastDecision | null;
}

/** The decision of a move that spent an iteration. A resumed mission repeats numbers, so these do not identify it. */
export function newDecision(from: State, to: State): LastDecision | null {
  const [before, after] = [from, to] as readonly Partial<DecidedState>[];
  const isSpent = (after?.iterationsLeft ?? 0) < (before?.iterationsLeft ?? 0);
  return isSpent ? (after?.decided ?? null) : null;
}
