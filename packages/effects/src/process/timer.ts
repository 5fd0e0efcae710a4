/** Limits the length of a timer: Node fires timers of more than 24.8 days at once, and "no limit" is often longer. */
const maxTimerMs = 2 ** 31 - 1;

export const timerMs = (ms: number): number => Math.min(ms, maxTimerMs);
