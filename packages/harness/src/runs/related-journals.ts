/**
 * Reads the journals of a run and its relatives, over which the attempts of a call are counted.
 *
 * A queue has thousands of ended relatives. An ended journal does not change, so it is read once, and only its calls
 * are kept in memory.
 */

import type { AgentInput } from '@harness/core/effects/agent';
import { ok } from '@harness/core/failure/failure';
import type { Entry, EntryOf } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Effect } from '@harness/core/machine/machine';
import { notedKeys } from '@harness/core/views/answer-notes';
import { isChildOf, rootOf, type Store } from '@harness/engine/store/store';

type ReadRelatives = (run: string) => Promise<readonly RunJournal[]>;

export function readRelatedJournals(store: Pick<Store, 'members' | 'read'>): ReadRelatives {
  const ended = new Map<string, RunJournal>();
  const journalOf = async (member: string, run: string): Promise<RunJournal> => {
    const isOwn = member === run || isChildOf(run, member);
    if (isOwn) ended.delete(member); // it may have been reopened
    const known = ended.get(member);
    if (known) return known;
    const entries = await store.read(member);
    if (isOwn || entries.at(-1)?.type !== 'ended') return { run: member, entries };
    const journal = { run: member, entries: callsOnly({ run: member, entries }) };
    ended.set(member, journal);
    return journal;
  };
  return async (run) => {
    const members = await store.members(rootOf(run));
    const journals = await Promise.all(members.map((member) => journalOf(member, run)));
    return journals.filter(({ entries }) => entries.length > 0); // empty if the first line is incomplete: the run never started
  };
}

/** Keeps role, item and script position of each call, and what people want agents to know, but not the other texts. */
function callsOnly(journal: RunJournal): readonly Entry[] {
  const { entries } = journal;
  const calls = keysOf(entries, ({ kind }) => kind === 'agent');
  const noted = new Set(notedKeys(journal));
  return entries.flatMap((entry) => keptParts(entry, { calls, noted }));
}

interface KeptKeys {
  readonly calls: ReadonlySet<string>;
  readonly noted: ReadonlySet<string>;
}

function keptParts(entry: Entry, { calls, noted }: KeptKeys): readonly Entry[] {
  switch (entry.type) {
    case 'noted':
    case 'failed':
      return [entry];
    case 'asked':
      return noted.has(entry.key) ? [entry] : askedWithoutTexts(entry);
    case 'answered':
      if (noted.has(entry.key)) return [entry];
      return calls.has(entry.key) && entry.outcome.ok ? [{ ...entry, outcome: ok(null) }] : [];
    case 'ended':
      return [{ ...entry, result: null }];
    case 'started':
    case 'moved':
    case 'upgraded':
    case 'reopened':
    case 'stopping':
      return [];
  }
}

const keysOf = (entries: readonly Entry[], matches: (effect: Effect) => boolean): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => (entry.type === 'asked' && matches(entry.effect) ? [entry.key] : [])));

const isQuestion = ({ kind }: Effect) => kind === 'question' || kind === 'first';

function askedWithoutTexts(entry: EntryOf<'asked'>): readonly Entry[] {
  const { effect } = entry;
  if (isQuestion(effect)) return [];
  if (effect.kind !== 'agent') return [{ ...entry, effect: { kind: effect.kind, input: null } }]; // its place orders the children
  const { role, item, workplace } = effect.input as AgentInput;
  return [{ ...entry, effect: { kind: 'agent', input: { role, item, workplace, input: null } satisfies AgentInput } }];
}
