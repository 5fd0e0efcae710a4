/**
 * L1: reads and writes the raw memory entries of the runs, `.harness/memory/raw.md`, one per line.
 *
 *   R1. It is a view of the journals: the id of an entry names its call, so no entry appears twice.
 *   R2. Entries of earlier missions and handwritten lines stay in front.
 *   R3. After the curator has read it, only the last entries stay; later ones are added (MO-23).
 */
import { type MemoryLine, toOneLine } from './line.ts';

export interface RawEntry extends MemoryLine {
  readonly atMs: number;
  /** Without the workflow: `worker`. */
  readonly role: string;
  readonly feature: string | null;
  /** `<run>/<call key>#<line>`. */
  readonly id: string;
}

export const rawFile = '.harness/memory/raw.md';
export const maxKeptEntries = 10;

const entryPattern =
  /^- (?<at>\d{4}-\d\d-\d\dT[\d:.]+Z) (?<role>[\w-]+) (?<feature>\S+) \[(?<id>[^\]\s]+)\] (?<kind>MEMORY|TRICK): (?<text>.+)$/;

const rawLine = ({ atMs, role, feature, id, kind, text }: RawEntry): string =>
  `- ${new Date(atMs).toISOString()} ${role} ${feature ?? '-'} [${id}] ${kind}: ${toOneLine(text)}`;

/** Skips lines that are no entries. */
export const readSessionMemory = (text: string): readonly RawEntry[] =>
  text.split('\n').flatMap((line) => {
    const { at = '', role = '', feature = '', id = '', kind, text: said = '' } = entryPattern.exec(line)?.groups ?? {};
    if (id === '') return [];
    const known = kind === 'TRICK' ? 'TRICK' : 'MEMORY';
    return [{ atMs: Date.parse(at), role, feature: feature === '-' ? null : feature, id, kind: known, text: said }];
  });

/** The entries of a run, and the time when the curator last read them; `null` if never. */
export interface SessionMemory {
  readonly entries: readonly RawEntry[];
  readonly curatedAtMs: number | null;
}

/** The new file. `before` is its current text; entries of `run` come from the journals instead. */
export function sessionMemoryText(before: string, run: string, { entries, curatedAtMs }: SessionMemory): string {
  const isOwn = (line: string) => {
    const id = entryPattern.exec(line)?.groups?.['id'] ?? '';
    return id.startsWith(`${run}/`) || id.startsWith(`${run}.`);
  };
  const others = before.split('\n').filter((line) => line.trim() !== '' && !isOwn(line));
  const isRead = ({ atMs }: RawEntry) => curatedAtMs !== null && atMs <= curatedAtMs;
  const read = entries.filter(isRead).map(rawLine);
  const fresh = entries.filter((entry) => !isRead(entry)).map(rawLine);
  const kept = curatedAtMs === null ? [...others, ...read] : [...others, ...read].slice(-maxKeptEntries);
  const all = [...kept, ...fresh];
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}
