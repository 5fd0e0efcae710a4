/**
 * Reads the files that a plan names for its change groups, and finds their owners.
 *
 *   PF1. A plan names paths, folders and globs inside the repository, and no file of the specs or of the harness.
 *   PF2. Reading a plan takes a few seconds at most, whatever it names.
 */
import type { PlannedGroup } from '../effects/issues.ts';
import { boundedLine } from '../text/bounded-text.ts';
import { countCandidates, globsOverlap, hasWildcard, matchesFileGlob, normalizeGlob } from './file-glob.ts';
import { mapOwnership } from './ownership.ts';
import { type Subsystem, specsFolder } from './subsystem.ts';

export interface SpecsOfCommit {
  readonly subsystems: readonly Subsystem[];
  /** All files of the commit. */
  readonly files: readonly string[];
}

export interface ReadGroup {
  readonly name: string;
  readonly invariants: readonly string[];
  /** Globs and paths in their usual form. */
  readonly files: readonly string[];
  /** Existing files that they match, and planned paths of new files. */
  readonly touched: readonly string[];
  /** Ids of the owners of each touched file. */
  readonly ownersOf: ReadonlyMap<string, readonly string[]>;
  /** Ids of the possible owners of new files, for each glob that matches no file yet. */
  readonly futureOwners: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly string[];
}

const maxEntries = 500;
const maxCandidates = 500_000;

/** `null` if the plan is not too large. */
export function sizeProblem(groups: readonly PlannedGroup[], all: readonly string[]): string | null {
  const entries = groups.flatMap(({ files }) => files);
  if (entries.length > maxEntries) return `The groups name more than ${maxEntries} files and globs. Use fewer globs.`;
  const globs = entries.flatMap((entry) => normalizeGlob(entry) ?? []).filter(hasWildcard);
  return countCandidates(all, globs) > maxCandidates
    ? 'The globs of the groups reach too many files. Start each glob with a folder, or name the files.'
    : null;
}

export function readGroups(groups: readonly PlannedGroup[], specs: SpecsOfCommit): readonly ReadGroup[] {
  const folders = foldersOf(specs.files);
  return groups.map((group, n) => readGroup(group, `Group ${n + 1}`, specs, folders));
}

function readGroup(
  given: PlannedGroup,
  name: string,
  { subsystems, files: all }: SpecsOfCommit,
  folders: ReadonlySet<string>,
): ReadGroup {
  const outside = given.files.filter((file) => normalizeGlob(file) === null);
  const named = given.files.flatMap((file) => normalizeGlob(file) ?? []);
  // Planners also name a folder without a slash at its end.
  const files = [...new Set(named.map((file) => (folders.has(file) ? `${file}/` : file)))];
  const matches = new Map(files.map((file) => [file, filesOfGlob(file, all)]));
  const touched = [...new Set([...matches.values()].flat())];
  const future = files.filter((file) => matches.get(file)?.length === 0);
  const possibleOwners = (glob: string) =>
    subsystems.filter(({ owned }) => owned.some((one) => globsOverlap(one, glob))).map(({ id }) => id);
  return {
    name,
    invariants: given.invariants,
    files,
    touched,
    ownersOf: mapOwnership(touched, subsystems).ownersOf,
    futureOwners: new Map(future.map((glob) => [glob, possibleOwners(glob)])),
    problems: [
      ...(given.files.length === 0 ? [`${name} names no file.`] : []),
      ...outside.map((file) => `${name}: ${outsideText(file)}`),
      ...reservedProblems(name, [...files, ...touched]),
    ],
  };
}

/** Of the possible owners of new files, those of the first set that has one; all if no set has one. */
export function settleOwners(group: ReadGroup, nearest: readonly ReadonlySet<string>[]): ReadGroup {
  const settled = [...group.futureOwners].map(([glob, owners]) => {
    const near = nearest.find((ids) => owners.some((id) => ids.has(id)));
    return [glob, near ? owners.filter((id) => near.has(id)) : owners] as const;
  });
  return { ...group, ownersOf: new Map([...group.ownersOf, ...settled]), futureOwners: new Map() };
}

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files)
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

/** A path may be that of a new file. */
const filesOfGlob = (glob: string, all: readonly string[]): readonly string[] =>
  hasWildcard(glob) ? all.filter((file) => matchesFileGlob(file, [glob])) : [glob];

/** Length of a text of an agent in a sentence. */
export const maxShown = 200;

export const outsideText = (file: string): string =>
  `"${boundedLine(file, maxShown)}" is not a path or glob inside the repository.`;

/** Specs stay as they are during an issue (IO-07), and the files of the harness always. */
const reserved = [`${specsFolder}/`, '.harness/', '.claude/harness-state.local.md'];

function reservedProblems(name: string, files: readonly string[]): readonly string[] {
  const found = reserved.filter((place) => files.some((file) => file === place || file.startsWith(place)));
  return found.map((place) =>
    place.startsWith(specsFolder)
      ? `${name}: no issue changes a subsystem spec. Report what is missing as a gap, and leave ${place} out.`
      : `${name}: ${place} belongs to the harness. Leave it out.`,
  );
}
