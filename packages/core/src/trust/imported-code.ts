/** Finds the code that tests use: files that they import directly or through other files. */
import { importedFiles } from '../test-guard/imports.ts';
import type { ImportNames } from '../test-guard/named-imports.ts';

export interface CodeTree {
  readonly paths: ReadonlySet<string>;
  /** Texts of the files that were read. */
  readonly texts: ReadonlyMap<string, string>;
  readonly names: ImportNames;
}

/** In the order of their distance from these files, which are left out themselves. A file that was not read leads nowhere. */
export function importedCode(from: readonly string[], { paths, texts, names }: CodeTree): readonly string[] {
  const found = new Set(from);
  for (const path of found) // a set is iterated in the order of additions, including those of this loop
    for (const target of importedFiles(path, texts.get(path) ?? '', paths, names)) found.add(target);
  return [...found].slice(new Set(from).size);
}
