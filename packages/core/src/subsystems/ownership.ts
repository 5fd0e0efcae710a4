/** Maps files to the subsystems that own them, and back. A file that several specs name belongs to all of them. */
import { matchesFileGlob } from './file-glob.ts';
import type { Subsystem } from './subsystem.ts';

export interface Ownership {
  /** Ids of the owners of each file, in the order of the subsystems; empty for a file without a spec. */
  readonly ownersOf: ReadonlyMap<string, readonly string[]>;
  /** Files of each subsystem, in their order; empty for one that owns none of them. */
  readonly filesOf: ReadonlyMap<string, readonly string[]>;
}

export function mapOwnership(
  files: readonly string[],
  subsystems: readonly Pick<Subsystem, 'id' | 'owned'>[],
): Ownership {
  const filesOf = new Map(
    subsystems.map(({ id, owned }) => [id, files.filter((file) => matchesFileGlob(file, owned))]),
  );
  const owned = new Map([...filesOf].map(([id, all]) => [id, new Set(all)]));
  const ids = [...owned.keys()];
  return { filesOf, ownersOf: new Map(files.map((file) => [file, ids.filter((id) => owned.get(id)?.has(file))])) };
}

const maxNamed = 5;

/** `a, b and 3 more`. */
export function nameSome(all: readonly string[], max = maxNamed): string {
  const [shown, left] = [all.slice(0, max).join(', '), all.length - max];
  return left > 0 ? `${shown} and ${left} more` : shown;
}

/** One line each about files without a spec and about files with several. Without any spec there is no line. */
export function ownershipWarnings({ ownersOf, filesOf }: Ownership): readonly string[] {
  if (filesOf.size === 0) return [];
  const unowned = [...ownersOf].flatMap(([file, owners]) => (owners.length === 0 ? [file] : []));
  const shared = [...ownersOf].flatMap(([file, owners]) =>
    owners.length > 1 ? [`${file} (${owners.join(', ')})`] : [],
  );
  return [
    ...(unowned.length === 0 ? [] : [`No spec owns ${nameSome(unowned)}.`]),
    ...(shared.length === 0 ? [] : [`Several specs own ${nameSome(shared)}.`]),
  ];
}
