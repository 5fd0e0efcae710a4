/** The effect `sleep`: a timer. Its time counts from the request, so that it fires once, also after downtime. */
import type { InfallibleEffect } from '../machine/machine.ts';

export interface SleepInput {
  readonly ms: number;
}

export const sleep = (ms: number): InfallibleEffect<'slept'> => ({ kind: 'sleep', input: { ms } satisfies SleepInput });
