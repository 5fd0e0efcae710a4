/**
 * Finds the steps at which a failed run and its children failed, so that a person can resume them there.
 *
 * The failure in the result of a run is the failed answer of one of its needs, or the failure of a child. The state that
 * had this need is entered again. The rule is the same for every workflow: no machine knows about it.
 */
import type { CallResult } from '../effects/call.ts';
import { waitParts } from '../effects/first.ts';
import type { Failure } from '../failure/failure.ts';
import type { Effect, State } from '../machine/machine.ts';
import { addEntry, type Entry, emptyFold, type FoldedJournal, failureOfEnd, foldJournal, isEnded } from './journal.ts';
import type { RunJournal } from './run-tree.ts';

export interface FailedStep {
  readonly run: string;
  readonly state: State;
  /** Needs that keep their key, by name: those with an answer, and the wait for a child that is resumed. */
  readonly keys: Readonly<Record<string, string>>;
  /** The key of that wait; absent if no child failed. */
  readonly waits?: string;
}

/** From the run to the child that failed; empty if it did not fail, or before any work. A cap can be raised at any time. */
export function failedSteps(family: readonly RunJournal[]): readonly FailedStep[] {
  const [root] = family;
  const isWorth = family.some(hasWork) || (root && foldJournal(root.entries).ended?.end === 'capped');
  return root && isWorth ? stepsFrom(root, family) : [];
}

/** Work was done if an agent has answered. */
const hasWork = ({ entries }: RunJournal): boolean => {
  const { asked, answered } = foldJournal(entries);
  return [...asked].some(([key, { effect }]) => effect.kind === 'agent' && answered.get(key)?.ok);
};

function stepsFrom({ run, entries }: RunJournal, family: readonly RunJournal[]): readonly FailedStep[] {
  const { ended, stopping } = foldJournal(entries);
  const because = stopping ? null : failureOfEnd(undefined, ended);
  const found = because && findStep(run, entries, because);
  if (!found) return [];
  if (found.child === null) return [found.step];
  const child = family.find((journal) => journal.run === found.child);
  if (child && !isEnded(child.entries)) return [found.step]; // a crash interrupted an earlier resume
  const below = child ? stepsFrom(child, family) : [];
  return below.length > 0 ? [found.step, ...below] : [];
}

interface FoundStep {
  readonly step: FailedStep;
  readonly child: string | null;
}

interface FoundAnswer {
  readonly moves: number;
  readonly key: string;
  /** The failed child behind this answer. */
  readonly child: string | null;
}

/** The last answer with this failure; failures before it did not end the run. */
function findStep(run: string, entries: readonly Entry[], because: Failure): FoundStep | null {
  const log = emptyFold();
  let found = null as FoundAnswer | null;
  let needs: Omit<FailedStep, 'run' | 'state'> = { keys: {} };
  let state: State | undefined;
  for (const entry of entries) {
    addEntry(log, entry);
    if (entry.type === 'upgraded' && found?.moves === log.moves) state = log.state;
    if (entry.type !== 'answered') continue;
    const { outcome, key } = entry;
    const child = outcome.ok ? failedChild(log.asked.get(key)?.effect, key, outcome.value, because) : null;
    if (outcome.ok ? child !== null : isSame(outcome.failure, because)) found = { moves: log.moves, key, child };
    if (found?.moves !== log.moves) continue;
    needs = keptNeeds(log, found); // other needs of this state may be answered later
    state = log.state;
  }
  return found && state ? { step: { run, state, ...needs }, child: found.child } : null;
}

/** Needs without an answer, and needs that failed, are asked again under a new key. */
function keptNeeds({ askedHere, answered }: FoldedJournal, { key: failed, child }: FoundAnswer) {
  const kept = [...askedHere].filter((key) => (key === failed ? child !== null : answered.get(key)?.ok === true));
  const keys = Object.fromEntries(kept.map((key) => [nameOfNeed(key), key]));
  return child === null ? { keys } : { keys, waits: failed };
}

/** The child in this answer, if it ended with this failure. */
function failedChild(effect: Effect | undefined, key: string, value: unknown, because: Failure) {
  const isWaiting = effect?.kind === 'call' || effect?.kind === 'any-child' || effect?.kind === 'first';
  if (!effect || !isWaiting) return null;
  const came = waitParts(key, effect)
    .filter((part) => part.effect.kind === 'call' || part.effect.kind === 'any-child')
    .map((part) => part.valueIn(value) as CallResult<{ readonly because?: Failure }> | undefined)
    .find((one) => one !== undefined);
  const failure = came?.result?.because;
  return came && failure && isSame(failure, because) ? came.child : null;
}

const isSame = (one: Failure, other: Failure) => JSON.stringify(one) === JSON.stringify(other);

/** `done` for `4/done` and `4/done@2`. */
const nameOfNeed = (key: string): string => key.slice(key.indexOf('/') + 1).replace(/@[\d.]+$/, '');
