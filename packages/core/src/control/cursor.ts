/**
 * The position of a reader in the journals of a run and its children: the number of entries read per journal.
 *
 * It is the id of every event, so that a client can send it as `Last-Event-ID` after a lost connection. It counts each
 * journal separately, because the order of entries between journals is not fixed while they grow.
 */
export type Cursor = ReadonlyMap<string, number>;

/** Writes `greet-7k2p:12;4.converge:30`: the run, then its children without the common prefix. */
export const cursorText = (run: string, seen: Cursor): string =>
  [`${run}:${seen.get(run) ?? 0}`, ...childrenIn(run, seen)].join(';');

const childrenIn = (run: string, seen: Cursor) =>
  [...seen].flatMap(([member, count]) => (member === run ? [] : [`${member.slice(run.length + 1)}:${count}`]));

/** Returns `undefined` for an unknown text: the stream then starts at the beginning, and no entry is missed. */
export function readCursor(run: string, text: string): Cursor | undefined {
  const [own, ...children] = text.split(';').map((part) => /^([\w.-]+):(\d{1,9})$/.exec(part));
  if (own?.[1] !== run || children.includes(null)) return undefined;
  return new Map([
    [run, Number(own[2])],
    ...children.map((match): [string, number] => [`${run}.${match?.[1]}`, Number(match?.[2])]),
  ]);
}
