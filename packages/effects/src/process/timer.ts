/** How long a timer may be: Node fires one of more than 24.8 days at once, and "no limit" is often written as a very long time. */
const longestMs = 2 ** 31 - 1;

export const timerMs = (ms: number): number => Math.min(ms, longestMs);
