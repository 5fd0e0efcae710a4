/**
 * Finds changes of `.gitattributes` with which git writes other bytes than those of the commit.
 *
 * A script that a check executes may be the same in the commit, and another one in its folder: in UTF-7, `||` is no
 * operator of the shell. Filters are no concern, because none runs.
 */
import type { TouchedFile } from './touched-file.ts';

export const isAttributesFile = (path: string): boolean => /(?:^|\/)\.gitattributes$/i.test(path);

const conversions = /working-tree-encoding|\beol\s*=\s*crlf|(?:^|\s)ident\b/;

export function changesWrittenBytes({ path, newPath, before, after }: TouchedFile): boolean {
  const [was, is] = [isAttributesFile(path) ? before : null, isAttributesFile(newPath) ? after : null].map(linesIn);
  const converts = [was, is].some((lines) => lines?.some((line) => conversions.test(line)));
  return converts && was?.join('\n') !== is?.join('\n'); // any other line may override a conversion
}

const linesIn = (text: string | null): readonly string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
