/** What goes wrong in a simulated night, by seed: the same seed breaks the same things at the same places. */
import { createHash } from 'node:crypto';

/** How likely each is, at each place where it could happen. */
const likely = {
  'rate limit': 0.06, // a call of an agent
  crash: 0.04,
  hang: 0.02,
  network: 0.03,
  'red check': 0.2, // a plan
  finding: 0.25,
  hopeless: 0.03, // a plan that nobody gets green
  'merge conflict': 0.06,
  question: 0.04, // a plan that needs a person's hands
  'forge away': 0.01, // an operation of the forge
  'daemon kill': 0.01, // an append to a journal
  'full disk': 0.003,
  'clock jump': 0.01, // an effect
} as const;
export type Fault = keyof typeof likely;

export interface Faults {
  /** Whether it happens at this place. */
  strikes(fault: Fault, place: string): boolean;
  /** It did happen: the agent was asked, the disk was written. Counted once a place. */
  struck(fault: Fault, place: string): void;
  /** A number from 0 to 1 that belongs to the place. */
  number(place: string): number;
  counts(): Readonly<Record<Fault, number>>;
}

export function faultsOf(seed: number): Faults {
  const happened = new Map<Fault, Set<string>>();
  const number = (place: string) => createHash('sha256').update(`${seed} ${place}`).digest().readUInt32BE(0) / 2 ** 32;
  return {
    number,
    strikes: (fault, place) => number(`${fault} ${place}`) < likely[fault],
    struck: (fault, place) => void happened.set(fault, (happened.get(fault) ?? new Set()).add(place)),
    counts: () =>
      Object.fromEntries(
        Object.keys(likely).map((fault) => [fault, happened.get(fault as Fault)?.size ?? 0]),
      ) as Record<Fault, number>,
  };
}
