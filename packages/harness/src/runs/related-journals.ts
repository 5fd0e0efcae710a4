/**
 * The journals of a run and its relatives, for whoever asks an agent: which try of how many a call is counts over all of them.
 *
 * A queue has thousands of relatives that have ended. What has ended does not change, so it is read once, and of it only the
 * calls are remembered.
 */

import type { AgentInput } from '@harness/core/effects/agent';
import type { Entry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { isChildOf, rootOf, type Store } from '@harness/engine/store/store';

type Relatives = (run: string) => Promise<readonly RunJournal[]>;

export function readRelatedJournals(store: Pick<Store, 'members' | 'read'>): Relatives {
  const ended = new Map<string, RunJournal>();
  const journalOf = async (member: string, run: string): Promise<RunJournal> => {
    const known = ended.get(member);
    if (known) return known;
    const entries = await store.read(member);
    const isOwn = member === run || isChildOf(run, member);
    if (isOwn || entries.at(-1)?.type !== 'ended') return { run: member, entries };
    const journal = { run: member, entries: entries.flatMap(callsOnly) };
    ended.set(member, journal);
    return journal;
  };
  return async (run) => {
    const members = await store.members(rootOf(run));
    const journals = await Promise.all(members.map((member) => journalOf(member, run)));
    return journals.filter(({ entries }) => entries.length > 0); // a first line that was torn never happened
  };
}

/** Who was asked, about what, and which answer of a script it took; not what was said. */
function callsOnly(entry: Entry): readonly Entry[] {
  if (entry.type === 'noted' || entry.type === 'failed') return [entry];
  if (entry.type !== 'asked') return [];
  if (entry.effect.kind !== 'agent') return [{ ...entry, effect: { kind: entry.effect.kind, input: null } }]; // by which a child is placed
  const { role, item, workplace } = entry.effect.input as AgentInput;
  return [{ ...entry, effect: { kind: 'agent', input: { role, item, workplace, input: null } satisfies AgentInput } }];
}
