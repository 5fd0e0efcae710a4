/** What the roles of a mission said to remember, as its journals have it: a fold over the mission and its lanes. */
import type { AgentInput } from '../effects/agent.ts';
import type { OperationInput } from '../effects/operation.ts';
import type { EntryOf } from '../journal/entry.ts';
import type { Entry } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import { type MemoryLine, memoryKinds } from './line.ts';
import type { RawEntry, SessionMemory } from './session-memory.ts';

export function collectMemoryEntries(family: readonly RunJournal[]): SessionMemory {
  const all = family.map(({ run, entries }) => toldBy(run, entries));
  const curated = all.flatMap(({ curatedAtMs }) => curatedAtMs ?? []);
  return {
    entries: all.flatMap(({ entries }) => entries).sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1)),
    curatedAtMs: curated.length === 0 ? null : Math.max(...curated),
  };
}

/** A call that was repeated after a crash said it anew: what it said last is what it said. */
function toldBy(run: string, entries: readonly Entry[]): SessionMemory {
  const asked = new Map<string, { readonly kind: string; readonly input: unknown }>();
  const said = new Map<string, readonly RawEntry[]>();
  let curatedAtMs: number | null = null;
  for (const entry of entries) {
    if (entry.type === 'asked') asked.set(entry.key, entry.effect);
    if (entry.type === 'noted' && entry.code === 'memory.told' && entry.key !== undefined) {
      const call = asked.get(entry.key)?.input as AgentInput | undefined;
      if (call) said.set(entry.key, rawEntries(entry, call, `${run}/${entry.key}`));
    }
    if (entry.type === 'answered' && entry.outcome.ok && isCuration(asked.get(entry.key))) curatedAtMs = entry.atMs;
  }
  return { entries: [...said.values()].flat(), curatedAtMs };
}

const rawEntries = ({ atMs, params }: EntryOf<'noted'>, { role, item: feature }: AgentInput, call: string) =>
  String(params['lines'])
    .split('\n')
    .flatMap((line, n): readonly RawEntry[] => {
      const read = lineIn(line);
      return read ? [{ ...read, atMs, role: role.replace(/^.*\./, ''), feature, id: `${call}#${n}` }] : [];
    });

function lineIn(line: string): MemoryLine | undefined {
  const kind = memoryKinds.find((one) => line.startsWith(`${one}: `));
  return kind && { kind, text: line.slice(kind.length + 2) };
}

/** Only a curator who was heard has read the entries: what nobody read is not shortened. */
const isCuration = (effect: { readonly kind: string; readonly input: unknown } | undefined) => {
  if (effect?.kind !== 'features') return false;
  const { op, args } = effect.input as OperationInput;
  return op === 'keep-memory' && (args as { curation: unknown }).curation !== null;
};
