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
 * One line per subsystem with a changed API. The API of a spec without `public_api` is the exported names of its files,
 * tests excepted.
 */
export const publicApiWarnings = (
  affected: readonly Subsystem[],
  files: readonly string[],
  exports: readonly ChangedExports[],
): readonly string[] =>
  affected.flatMap(({ id, owned, publicApi, consumers }) => {
    const globs = publicApi.length > 0 ? publicApi : owned;
    const isOfApi = (path: string) => matchesFileGlob(path, globs);
    const changed = exports.filter(
      ({ path }) => isOfApi(path) && (publicApi.length > 0 || !matchesGlob(path, defaultTestGlobs)),
    );
    const touched = publicApi.length > 0 ? files.filter(isOfApi) : changed.map(({ path }) => path);
    if (touched.length === 0) return [];
    const names = [
      ...namesText(
        'adds',
        changed.flatMap(({ added }) => added),
      ),
      ...namesText(
        'removes',
        changed.flatMap(({ removed }) => removed),
      ),
    ];
    const users = consumers.length === 0 ? '' : ` Used by ${nameSome(consumers)}.`;
    return [
      `${id}: public API changed in ${nameSome(touched)}${names.length === 0 ? '' : `: ${names.join('; ')}`}.${users}`,
    ];
  });

const namesText = (verb: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${verb} ${nameSome([...new Set(names)])}`];
