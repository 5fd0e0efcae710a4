/** Faults of a simulated night. The same seed causes the same faults at the same places. */
import { createHash } from 'node:crypto';

/** Probability of each fault, per possible place. */
const probabilities = {
  'rate limit': 0.06, // per call of an agent
  crash: 0.04,
  hang: 0.02,
  network: 0.03,
  'red check': 0.2, // per plan
  finding: 0.25,
  hopeless: 0.03, // a plan that never becomes green
  'merge conflict': 0.06,
  question: 0.04, // a plan that needs a person
  'forge away': 0.01, // per forge operation
  'daemon kill': 0.01, // per append to a journal
  'full disk': 0.003,
  'clock jump': 0.01, // per effect
} as const;
export type Fault = keyof typeof probabilities;

export interface Faults {
  /** Whether the fault happens at this place. */
  strikes(fault: Fault, place: string): boolean;
  /** Counts a fault that has happened, once per place. */
  struck(fault: Fault, place: string): void;
  /** A number from 0 to 1 for the place. */
  number(place: string): number;
  counts(): Readonly<Record<Fault, number>>;
}

export function faultsOf(seed: number): Faults {
  const happened = new Map<Fault, Set<string>>();
  const number = (place: string) => createHash('sha256').update(`${seed} ${place}`).digest().readUInt32BE(0) / 2 ** 32;
  return {
    number,
    strikes: (fault, place) => number(`${fault} ${place}`) < probabilities[fault],
    struck: (fault, place) => void happened.set(fault, (happened.get(fault) ?? new Set()).add(place)),
    counts: () =>
      Object.fromEntries(
        Object.keys(probabilities).map((fault) => [fault, happened.get(fault as Fault)?.size ?? 0]),
      ) as Record<Fault, number>,
  };
}
