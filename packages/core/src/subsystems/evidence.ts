/** Finds the places that the evidence of a reviewer names: `path:line`, also with a column, as a range, or as `path#L12`. */
import { relativePath } from '../text/paths.ts';

export interface Place {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly line: number;
}

const maxEvidence = 5_000;
const maxPlaces = 20;

/** `root` is the absolute path of the repository: agents also write absolute paths. */
export function findPlaces(evidence: string, root: string): readonly Place[] {
  const text = evidence.slice(0, maxEvidence);
  const quoted = [...text.matchAll(/[`"']([^`"'\n]+)[`"']/g)].map(([, inner = '']) => inner);
  const candidates = [...quoted, ...text.split(/[\s`"'<>(){},;|]+/)];
  const places = candidates.flatMap((one) => placeIn(one, root));
  return [...new Map(places.map((one) => [`${one.path}:${one.line}`, one])).values()].slice(0, maxPlaces);
}

function placeIn(text: string, root: string): readonly Place[] {
  const [, path = '', line = ''] = /^(.{1,1000}?)(?::|#L)(\d{1,7})(?:[:-]L?\d+)*[.:]?$/.exec(text.trim()) ?? [];
  const relative = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const inside = relativePath(relative, 'evidence');
  return inside.ok && inside.segments.length > 0 ? [{ path: inside.segments.join('/'), line: Number(line) }] : [];
}
