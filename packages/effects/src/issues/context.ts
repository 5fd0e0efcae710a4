/** Context of the operations of the issue loop. */
import type { Operation } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';
import type { CommandOptions } from '../check/run-command.ts';
import type { RoomOptions } from '../room/use-room.ts';

export interface IssuesContext {
  /** Real path of the root of the user's working tree. */
  readonly repo: string;
  readonly run: string;
  /** Names the effect within the run: the same on every try. */
  readonly key: string;
  readonly runFolder: string;
  readonly signal: AbortSignal;
  readonly context: PerformContext<AbortSignal>;
  /** Runs commands of the repository in the same box and rooms as checks. */
  readonly commands: RoomOptions & CommandOptions;
}

/** The arguments of an operation. */
export type ArgsOf<Declared> = Declared extends Operation<infer Args, infer _> ? Args : never;
