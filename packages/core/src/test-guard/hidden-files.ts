/** Finds new files that a runner loads instead of a file of the base with the same name but another ending. */
import { folderOf } from './executed-files.ts';

/** `./add` and `./add.js` mean `add.js` before `add.ts`. Python prefers a package and a compiled module. */
const endings: readonly { readonly hiding: RegExp; readonly hidden: readonly string[] }[] = [
  { hiding: /\.[cm]?jsx?$/, hidden: ['.ts', '.tsx', '.mts', '.cts'] },
  { hiding: /(?:\/__init__\.py|\.pyc|(?:\.cpython-[\w-]+|\.abi3)?\.(?:so|pyd))$/, hidden: ['.py'] },
];

/** A file that the change removes is not hidden: it was moved or converted. */
export const hidesTwin = (path: string, paths: ReadonlySet<string>, gone: ReadonlySet<string>): boolean =>
  endings.some(({ hiding, hidden }) => {
    const stem = path.replace(hiding, '');
    return stem !== path && hidden.some((ending) => paths.has(stem + ending) && !gone.has(stem + ending));
  });

/** A new package.json in a folder of the base leads imports of the folder to another file. */
export const leadsElsewhere = (path: string, text: string, paths: ReadonlySet<string>): boolean => {
  const folder = folderOf(path);
  const hasEntry = /"(?:main|module|browser|exports|imports|type)"\s*:/.test(text);
  return folder !== '' && hasEntry && [...paths].some((each) => each.startsWith(`${folder}/`));
};
