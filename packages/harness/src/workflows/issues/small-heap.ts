/** Keeps a loop small that waits for hours. */
import { setFlagsFromString } from 'node:v8';

/**
 * Loading the code and reading a long queue makes much garbage, for which V8 takes up to 32 MB more. An idle process never
 * gives them back, so the space for new objects stays as it is now; it is emptied more often instead.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
