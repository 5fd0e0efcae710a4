/** The children of a run: read off its journal, begun once, and ended before it. */
import type { CallInput, CallResult } from '@harness/core/effects/call';
import { waitParts } from '@harness/core/effects/first';
import { childId } from '@harness/core/effects/spawn';
import { stopId } from './inbox.ts';
import { type OpenJournal, openJournal } from './journal.ts';
import type { Need } from './next-action.ts';
import type { GroupMember, RunGroup } from './run-group.ts';
import { startRun } from './start-run.ts';

export interface Child {
  readonly run: string;
  /** The need that begins it is not answered: it may not have begun yet. */
  readonly isOpen: boolean;
}

const aboutChildren = new Set(['spawn', 'call', 'any-child', 'first']);

/** All that were spawned or called, but for those whose end the run has seen. */
export function runningChildren({ run, log }: Pick<OpenJournal, 'run' | 'log'>): readonly Child[] {
  const children: Child[] = [];
  const ended = new Set<string>();
  for (const [whole, { effect }] of log.asked) {
    if (!aboutChildren.has(effect.kind)) continue; // nearly everything, and a journal may be long
    for (const { key, effect: part, valueIn } of waitParts(whole, effect)) {
      const outcome = log.answered.get(whole);
      const value = outcome?.ok ? valueIn(outcome.value) : undefined;
      const { kind } = part;
      if (kind === 'spawn' || kind === 'call') children.push({ run: childId(run, key), isOpen: !outcome });
      if ((kind === 'call' || kind === 'any-child') && value) ended.add((value as CallResult<unknown>).child);
    }
  }
  return children.filter((child) => !ended.has(child.run));
}

/** Begins the child of this need, once, and lets it go. */
export async function startChild({ key, effect }: Need, { run, log }: OpenJournal, crew: RunGroup): Promise<string> {
  const { machine, title, input } = effect.input as CallInput;
  const child = childId(run, key);
  if (!crew.has(child)) await startRun(crew.world, { run: child, machine, title, settings: log.settings, input });
  crew.launch(child);
  return child;
}

/** E9: asks all that live to stop, and returns when each has given back what it holds. */
export async function stopChildren(journal: OpenJournal, crew: RunGroup, by: string): Promise<void> {
  const message = { version: 1, type: 'signal', name: stopId, choice: stopId, by } as const;
  const { inbox, clock } = crew.world;
  await Promise.all(
    runningChildren(journal).map(async ({ run }) => {
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
async function launchToEnd(run: string, crew: RunGroup, tell: () => Promise<unknown>): Promise<GroupMember> {
  if (crew.has(run)) return crew.launch(run);
  const asleep = await openJournal(run, crew.world);
  if (asleep.log.length > 0 && !asleep.log.ended) await tell();
  return crew.launch(run, asleep);
}
