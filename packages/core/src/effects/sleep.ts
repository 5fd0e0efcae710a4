/** A timer. It is absolute from the moment it was asked for, so that it fires once, also after downtime. */
import type { Sure } from '../machine.ts';

export interface SleepInput {
  readonly ms: number;
}

export const sleep = (ms: number): Sure<'slept'> => ({ kind: 'sleep', input: { ms } satisfies SleepInput });
