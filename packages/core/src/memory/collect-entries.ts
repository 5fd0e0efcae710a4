/** Collects the memory entries of a mission from the journals of the mission and its lanes. */
import type { AgentInput } from '../effects/agent.ts';
import type { OperationInput } from '../effects/operation.ts';
import type { EntryOf } from '../journal/entry.ts';
import type { Entry } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import { type MemoryLine, memoryKinds } from './line.ts';
import type { RawEntry, SessionMemory } from './session-memory.ts';

export function collectMemoryEntries(family: readonly RunJournal[]): SessionMemory {
  const all = family.map(({ run, entries }) => collectFromRun(run, entries));
  const curated = all.flatMap(({ curatedAtMs }) => curatedAtMs ?? []);
  return {
    entries: all.flatMap(({ entries }) => entries).sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1)),
    curatedAtMs: curated.length === 0 ? null : Math.max(...curated),
  };
}

/** A call repeated after a crash notes its entries again: the last note wins. */
function collectFromRun(run: string, entries: readonly Entry[]): SessionMemory {
  const asked = new Map<string, { readonly kind: string; readonly input: unknown }>();
  const notes = new Map<string, readonly RawEntry[]>();
  let curatedAtMs: number | null = null;
  for (const entry of entries) {
    if (entry.type === 'asked') asked.set(entry.key, entry.effect);
    if (entry.type === 'noted' && entry.code === 'memory.told' && entry.key !== undefined) {
      const call = asked.get(entry.key)?.input as AgentInput | undefined;
      if (call) notes.set(entry.key, rawEntries(entry, call, `${run}/${entry.key}`));
    }
    if (entry.type === 'answered' && entry.outcome.ok && isCuration(asked.get(entry.key))) curatedAtMs = entry.atMs;
  }
  return { entries: [...notes.values()].flat(), curatedAtMs };
}

const rawEntries = ({ atMs, params }: EntryOf<'noted'>, { role, item: feature }: AgentInput, call: string) =>
  String(params['lines'])
    .split('\n')
    .flatMap((line, n): readonly RawEntry[] => {
      const read = parseLine(line);
      return read ? [{ ...read, atMs, role: role.replace(/^.*\./, ''), feature, id: `${call}#${n}` }] : [];
    });

function parseLine(line: string): MemoryLine | undefined {
  const kind = memoryKinds.find((one) => line.startsWith(`${one}: `));
  return kind && { kind, text: line.slice(kind.length + 2) };
}

/** Without a curator's answer no entry was read, so none may be shortened. */
const isCuration = (effect: { readonly kind: string; readonly input: unknown } | undefined) => {
  if (effect?.kind !== 'features') return false;
  const { op, args } = effect.input as OperationInput;
  return op === 'keep-memory' && (args as { curation: unknown }).curation !== null;
};
