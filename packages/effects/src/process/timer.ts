/**
 * Limits the length of a timer: Node fires timers of more than 24.8 days at once, and a very long time often means "no
 * limit".
 */
const maxTimerMs = 2 ** 31 - 1;

export const timerMs = (ms: number): number => Math.min(ms, maxTimerMs);
