/** Context of the operations of autopilot. */
import type { Operation } from '@harness/core/effects/operation';
import type { PerformContext } from '@harness/core/effects/performer';

export interface AutopilotContext {
  /** Real path of the root of the user's working tree. */
  readonly repo: string;
  readonly run: string;
  /** Names the effect among all runs of the session: the same on every try. */
  readonly key: string;
  /** Of the session, also for its phases and their work. */
  readonly runFolder: string;
  readonly signal: AbortSignal;
  readonly context: PerformContext<AbortSignal>;
}

/** The arguments of an operation. */
export type ArgsOf<Declared> = Declared extends Operation<infer Args, infer _> ? Args : never;
/** The value that an operation answers. */
export type ValueOf<Declared> = Declared extends Operation<infer _, infer Value> ? Value : never;
