/**
 * Reads the marker with which an agent ends its work on an issue (I-58, I-59).
 *
 *   K1. A marker stands on a line of its own. Emphasis and quotes around it are ignored; a marker within a sentence is none.
 *   K2. Of several markers, the first in the order of `markerKinds` counts, so that a wish to stop is never overruled (IO-11).
 *   K3. Without a marker, or with an unreadable id, nothing is complete (Id-05).
 */
import { isIssueId } from './document.ts';

export type Marker =
  | { readonly is: 'done' }
  | { readonly is: 'pause'; readonly issue: string }
  | { readonly is: 'stop' }
  | { readonly is: 'complete'; readonly issue: string }
  | { readonly is: 'failed'; readonly issue: string };

export const markerText = (marker: Marker): string =>
  'issue' in marker ? `[${words[marker.is]}: ${marker.issue}]` : `[${words[marker.is]}]`;

/** `null` if the text has none. */
export function readMarker(text: string): Marker | null {
  const found = text.split(/\r\n|\r|\n/).flatMap((line) => markerOfLine(line) ?? []);
  for (const kind of markerKinds) {
    const marker = found.find(({ is }) => is === kind);
    if (marker) return marker;
  }
  return null;
}

const markerKinds = ['done', 'pause', 'stop', 'complete', 'failed'] as const;

const words: Readonly<Record<Marker['is'], string>> = {
  done: 'HARNESS_DONE',
  pause: 'HARNESS_PAUSE',
  stop: 'HARNESS_STOP',
  complete: 'ISSUE_COMPLETE',
  failed: 'ISSUE_FAILED',
};

/** A longer line cannot be one: ids are short. */
const longestLine = 400;

function markerOfLine(line: string): Marker | undefined {
  if (line.length > longestLine) return undefined;
  const marked = /^\[([A-Z_]+)(?::[ \t]*([^\s[\]]+))?[ \t]*\]$/.exec(stripDecoration(line));
  if (marked === null) return undefined;
  const [, word = '', issue] = marked;
  const is = markerKinds.find((kind) => words[kind] === word);
  if (is === undefined) return undefined;
  if (is === 'done' || is === 'stop') return issue === undefined ? { is } : undefined;
  return issue !== undefined && isIssueId(issue) ? { is, issue } : undefined;
}

const decoration = /[\s>*_~`"'“”‘’«»「」]/;

/** By characters, because a pattern for both ends takes quadratic time on hostile lines. */
function stripDecoration(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && decoration.test(line.charAt(start))) start++;
  while (end > start && decoration.test(line.charAt(end - 1))) end--;
  return line.slice(start, end);
}
