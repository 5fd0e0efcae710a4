/** The children of a run: read off its journal, begun once, and ended before it. */
import type { Called, CallInput } from '@harness/core/effects/call';
import { partsOf } from '@harness/core/effects/first';
import { childId } from '@harness/core/effects/spawn';
import type { Crew } from './crew.ts';
import { stopId } from './inbox.ts';
import type { Journal } from './journal.ts';
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
  await Promise.all(
    livingChildren(journal).map(async ({ run }) => {
      const child = crew.launch(run);
      await child.opened;
      if (child.standing?.is === 'ended') return;
      await crew.world.inbox(run).put(stopId, { ...message, atMs: crew.world.clock.nowMs() });
      await crew.finish(run);
    }),
  );
}
