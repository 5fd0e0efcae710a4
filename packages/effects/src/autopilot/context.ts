/** Context of the operations of autopilot. */
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
