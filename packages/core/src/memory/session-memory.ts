/**
 * L1, the session state `.harness/memory/raw.md`: what roles said to remember, an entry a line, as the harness wrote it.
 *
 *   R1. It is a view of the journals: an entry is named after the call that said it, so that none is there twice.
 *   R2. What is there of earlier missions, or was written by hand, stays in front of it.
 *   R3. After the curator has read it, the last entries stay; what is said later is added to them (MO-23).
 */
import { type MemoryLine, toOneLine } from './line.ts';

export interface RawEntry extends MemoryLine {
  readonly atMs: number;
  /** Without its workflow: `worker`. */
  readonly role: string;
  readonly feature: string | null;
  /** The call and the line of it. */
  readonly id: string;
}

export const rawFile = '.harness/memory/raw.md';
export const entriesKept = 10;

const form =
  /^- (?<at>\d{4}-\d\d-\d\dT[\d:.]+Z) (?<role>[\w-]+) (?<feature>\S+) \[(?<id>[^\]\s]+)\] (?<kind>MEMORY|TRICK): (?<text>.+)$/;

const rawLine = ({ atMs, role, feature, id, kind, text }: RawEntry): string =>
  `- ${new Date(atMs).toISOString()} ${role} ${feature ?? '-'} [${id}] ${kind}: ${toOneLine(text)}`;

/** Lines that are no entries are nobody's: they are kept by R2 and read as nothing. */
export const readSessionMemory = (text: string): readonly RawEntry[] =>
  text.split('\n').flatMap((line) => {
    const { at = '', role = '', feature = '', id = '', kind, text: said = '' } = form.exec(line)?.groups ?? {};
    if (id === '') return [];
    const known = kind === 'TRICK' ? 'TRICK' : 'MEMORY';
    return [{ atMs: Date.parse(at), role, feature: feature === '-' ? null : feature, id, kind: known, text: said }];
  });

/** What the run said so far, and when the curator last had read it. */
export interface SessionMemory {
  readonly entries: readonly RawEntry[];
  readonly curatedAtMs: number | null;
}

/** The whole file. `before` is what is in it; `run` is whose entries are known better from the journals. */
export function sessionMemoryText(before: string, run: string, { entries, curatedAtMs }: SessionMemory): string {
  const isOwn = (line: string) => {
    const id = form.exec(line)?.groups?.['id'] ?? '';
    return id.startsWith(`${run}/`) || id.startsWith(`${run}.`);
  };
  const others = before.split('\n').filter((line) => line.trim() !== '' && !isOwn(line));
  const isRead = ({ atMs }: RawEntry) => curatedAtMs !== null && atMs <= curatedAtMs;
  const read = entries.filter(isRead).map(rawLine);
  const fresh = entries.filter((entry) => !isRead(entry)).map(rawLine);
  const kept = curatedAtMs === null ? [...others, ...read] : [...others, ...read].slice(-entriesKept);
  const all = [...kept, ...fresh];
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}
