/** Flags of a review about public APIs: a change of them reaches subsystems that are no part of the change (IO-16). */
import { defaultTestGlobs } from '../test-guard/files.ts';
import { matchesGlob } from '../test-guard/glob.ts';
import { matchesFileGlob } from './file-glob.ts';
import { nameSome } from './ownership.ts';
import type { Subsystem } from './subsystem.ts';

export interface ChangedExports {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Exported names before and after a change of a file; `null` if they are not known. */
export function compareExports(
  path: string,
  before: readonly string[] | null,
  after: readonly string[] | null,
): readonly ChangedExports[] {
  if (before === null || after === null) return [];
  const [old, now] = [new Set(before), new Set(after)];
  const added = [...now].filter((name) => !old.has(name));
  const removed = [...old].filter((name) => !now.has(name));
  return added.length + removed.length === 0 ? [] : [{ path, added, removed }];
}

/**
 * One line per subsystem with a changed API. Without `public_api` in its spec, only a removed name is a change of the API: most
 * new files export a name, and a flag for each would hide the others.
 */
export const publicApiWarnings = (
  affected: readonly Subsystem[],
  files: readonly string[],
  exports: readonly ChangedExports[],
): readonly string[] =>
  affected.flatMap((subsystem) => {
    const { id, consumers } = subsystem;
    const { touched, added, removed } = apiChange(subsystem, files, exports);
    if (touched.length === 0) return [];
    const names = [...namesText('adds', added), ...namesText('removes', removed)];
    const users = consumers.length === 0 ? '' : ` Used by ${nameSome(consumers)}.`;
    const change = names.length === 0 ? '' : `: ${names.join('; ')}`;
    return [`${id}: public API changed in ${nameSome(touched)}${change}.${users}`];
  });

function apiChange({ owned, publicApi }: Subsystem, files: readonly string[], exports: readonly ChangedExports[]) {
  if (publicApi.length > 0) {
    const changed = exports.filter(({ path }) => matchesFileGlob(path, publicApi));
    return {
      touched: files.filter((path) => matchesFileGlob(path, publicApi)),
      added: changed.flatMap(({ added }) => added),
      removed: changed.flatMap(({ removed }) => removed),
    };
  }
  const added = new Set(exports.flatMap((one) => one.added)); // a name that moved to another file is not removed
  const changed = exports
    .filter(({ path }) => matchesFileGlob(path, owned) && !matchesGlob(path, defaultTestGlobs))
    .map(({ path, removed }) => ({ path, removed: removed.filter((name) => !added.has(name)) }))
    .filter(({ removed }) => removed.length > 0);
  return { touched: changed.map(({ path }) => path), added: [], removed: changed.flatMap(({ removed }) => removed) };
}

const namesText = (verb: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${verb} ${nameSome([...new Set(names)])}`];
