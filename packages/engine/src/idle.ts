/** Whether something can still come by itself: what decides when a process may leave its runs. */
export type IdleState =
  /** It is being done, a clock runs, or somebody is here who will bring it. */
  | 'moves'
  /** Only an event from outside brings it, and for that alone we stay. */
  | 'listens'
  /** Nobody here will bring it. */
  | 'rests';

/** Several at once: one that moves moves them all; beside something that rests, an event is not waited for either. */
export const idleStateOf = (all: readonly IdleState[]): IdleState =>
  (['moves', 'rests'] as const).find((rest) => all.includes(rest)) ?? 'listens';
