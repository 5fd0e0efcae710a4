/**
 * A marker for one id on a line of its own: `[ISSUE_COMPLETE: ABC-1]`, `WORKER F-001: implemented — add()` (I-58, MO-19).
 *
 * A marker of the same set for another id is somebody else's word: then the answer says nothing reliable about ours.
 * A marker that belongs to no id (`[HARNESS_DONE]`) is asked for with null.
 */
import { matched, type OutputContract, onlyOne, unreadableAnswer } from './match.ts';
import { nonEmptyLines, stripEmphasis } from './plain.ts';

export interface Marker<Name extends string> {
  readonly marker: Name;
  /** What follows the id, for markers that say more. */
  readonly rest: string;
}

export interface Markers<Name extends string> {
  readonly id: string | null;
  readonly names: readonly Name[];
  /** Two different ones contradict each other, unless only the last one counts. */
  readonly which?: 'only' | 'last';
}

export const marker =
  <Name extends string>({ id, names, which = 'only' }: Markers<Name>): OutputContract<Marker<Name>> =>
  ({ text }) => {
    const all = nonEmptyLines(text).flatMap((line) => markerIn(stripEmphasis(line), names) ?? []);
    const counted = which === 'last' ? all.slice(-1) : all;
    const other = counted.find((one) => one.id !== id);
    if (other) return unreadableAnswer('another-id', other.id ?? '');
    const read = onlyOne(counted, 'no-marker');
    return read.is === 'match' ? matched({ marker: read.value.marker, rest: read.value.rest }) : read;
  };

function markerIn<Name extends string>(line: string, names: readonly Name[]) {
  const inBrackets = /^\[([A-Z][A-Z0-9_]*)(?::\s*([^\s\]]+))?\]$/.exec(line);
  const bare = /^([A-Z][A-Z0-9_]*)(?:\s+([^\s:,]+)(?:[:,]?\s+(.*))?)?$/.exec(line);
  const [, said, id = null, rest = ''] = inBrackets ?? bare ?? [];
  const marker = names.find((name) => name === said);
  return marker === undefined ? undefined : { marker, id, rest };
}
