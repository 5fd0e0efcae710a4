/**
 * Reads the journals of a run and its relatives, over which the attempts of a call are counted.
 *
 * A queue has thousands of ended relatives. An ended journal does not change, so it is read once, and only its calls
 * are kept in memory.
 */

import type { AgentInput } from '@harness/core/effects/agent';
import type { Entry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { isChildOf, rootOf, type Store } from '@harness/engine/store/store';

type ReadRelatives = (run: string) => Promise<readonly RunJournal[]>;

export function readRelatedJournals(store: Pick<Store, 'members' | 'read'>): ReadRelatives {
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
    return journals.filter(({ entries }) => entries.length > 0); // empty if the first line is incomplete: the run never started
  };
}

/** Keeps role, item and script position of each call, but not the texts. */
function callsOnly(entry: Entry): readonly Entry[] {
  if (entry.type === 'noted' || entry.type === 'failed') return [entry];
  if (entry.type !== 'asked') return [];
  if (entry.effect.kind !== 'agent') return [{ ...entry, effect: { kind: entry.effect.kind, input: null } }]; // its place orders the children
  const { role, item, workplace } = entry.effect.input as AgentInput;
  return [{ ...entry, effect: { kind: 'agent', input: { role, item, workplace, input: null } satisfies AgentInput } }];
}
