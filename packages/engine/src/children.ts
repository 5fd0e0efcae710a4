/** The children of a run: read off its journal, begun once, and ended before it. */
import type { Called, CallInput } from '@harness/core/effects/call';
import { partsOf } from '@harness/core/effects/first';
import { childId } from '@harness/core/effects/spawn';
import type { Crew, Member } from './crew.ts';
import { stopId } from './inbox.ts';
import { type Journal, openJournal } from './journal.ts';
import type { Need } from './plan.ts';
import { start } from './start.ts';

export interface Child {
  readonly run: string;
  /** The need that begins it is not answered: it may not have begun yet. */
  readonly isOpen: boolean;
}

const aboutChildren = new Set(['spawn', 'call', 'any-child', 'first']);

/** All that were spawned or called, but for those whose end the run has seen. */
export function livingChildren({ run, log }: Pick<Journal, 'run' | 'log'>): readonly Child[] {
  const children: Child[] = [];
  const ended = new Set<string>();
  for (const [whole, { effect }] of log.asked) {
    if (!aboutChildren.has(effect.kind)) continue; // nearly everything, and a journal may be long
    for (const { key, effect: part, valueIn } of partsOf(whole, effect)) {
      const outcome = log.answered.get(whole);
      const value = outcome?.ok ? valueIn(outcome.value) : undefined;
      const { kind } = part;
      if (kind === 'spawn' || kind === 'call') children.push({ run: childId(run, key), isOpen: !outcome });
      if ((kind === 'call' || kind === 'any-child') && value) ended.add((value as Called<unknown>).child);
    }
  }
  return children.filter((child) => !ended.has(child.run));
}

/** Begins the child of this need, once, and lets it go. */
export async function beginChild({ key, effect }: Need, { run, log }: Journal, crew: Crew): Promise<string> {
  const { machine, title, input } = effect.input as CallInput;
  const child = childId(run, key);
  if (!crew.has(child)) await start(crew.world, { run: child, machine, title, settings: log.settings, input });
  crew.launch(child);
  return child;
}

/** E9: asks all that live to stop, and returns when each has given back what it holds. */
export async function endChildren(journal: Journal, crew: Crew, by: string): Promise<void> {
  const message = { version: 1, type: 'signal', name: stopId, choice: stopId, by } as const;
  const { inbox, clock } = crew.world;
  await Promise.all(
    livingChildren(journal).map(async ({ run }) => {
      const tell = () => inbox(run).put(stopId, { ...message, atMs: clock.nowMs() });
      const child = await launchToEnd(run, crew, tell);
      await child.opened;
      if (child.standing?.is === 'ended') return;
      await tell();
      await crew.finish(run);
    }),
  );
}

/** One that nobody drives finds the stop where it begins: else it would go on with its work, and its children with theirs. */
async function launchToEnd(run: string, crew: Crew, tell: () => Promise<unknown>): Promise<Member> {
  if (crew.has(run)) return crew.launch(run);
  const asleep = await openJournal(run, crew.world);
  if (asleep.log.length > 0 && !asleep.log.ended) await tell();
  return crew.launch(run, asleep);
}
