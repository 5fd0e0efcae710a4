/**
 * How far somebody has followed a run and its children: how many entries of each journal they have seen.
 *
 * It is the id of every event, so that a client that lost its connection says it back as `Last-Event-ID`. It must say it of
 * each journal by itself: which entry of which came first is not the same for everybody who looks while they grow.
 */
export type Cursor = ReadonlyMap<string, number>;

/** `greet-7k2p:12;4.converge:30`: the run itself, then its children without what they have in common. */
export const cursorText = (run: string, seen: Cursor): string =>
  [`${run}:${seen.get(run) ?? 0}`, ...childrenIn(run, seen)].join(';');

const childrenIn = (run: string, seen: Cursor) =>
  [...seen].flatMap(([member, count]) => (member === run ? [] : [`${member.slice(run.length + 1)}:${count}`]));

/** Nothing for what we did not write for this run: then everything is told from its beginning, and nothing is missed. */
export function readCursor(run: string, text: string): Cursor | undefined {
  const [own, ...children] = text.split(';').map((part) => /^([\w.-]+):(\d{1,9})$/.exec(part));
  if (own?.[1] !== run || children.includes(null)) return undefined;
  return new Map([
    [run, Number(own[2])],
    ...children.map((match): [string, number] => [`${run}.${match?.[1]}`, Number(match?.[2])]),
  ]);
}
