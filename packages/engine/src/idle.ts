/** Idle state of a need: decides when a process may leave its runs. */
export type IdleState =
  /** It is being performed, a timer runs, or a person is present to answer. */
  | 'moves'
  /** Only an event from outside can answer it. If nothing else is open, the process stays for it. */
  | 'listens'
  /** No answer can arrive in this process. */
  | 'rests';

/** Combined state: `moves` if any moves, else `rests` if any rests, else `listens`. */
export const idleStateOf = (all: readonly IdleState[]): IdleState =>
  (['moves', 'rests'] as const).find((rest) => all.includes(rest)) ?? 'listens';
