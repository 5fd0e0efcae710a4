/** Creates the id of a new run: short enough to type, with a random suffix. */
import { randomInt } from 'node:crypto';

export const newRunId = (name: string): string =>
  `${name}-${randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
