/** Finds the files of the repository that a text names, and those that the settings of a test runner load. */
import { folderOf, joinPath } from './executed-files.ts';
import { type ImportNames, namedTargets } from './named-imports.ts';

const endings = [
  '',
  '.js',
  '.cjs',
  '.mjs',
  '.ts',
  '.mts',
  '.cts',
  '.tsx',
  '.py',
  '.rb',
  '.php',
  '.json',
  '/index.js',
  '/index.ts',
];
/** Settings whose value is code that a runner loads. */
const loading =
  /\b(?:setup\w*|global(?:Setup|Teardown)|require|import|preload|reporters?|testEnvironment|environment|testRunner|runner|transform|resolver|bootstrap|helpers?|testSequencer|snapshotSerializers|extends|preset)\b["']?\s*[:=]?\s*(\[[^\]]*\]|\{[^}]*\}|[^\n]*)/g;

/** Names count from the root and from the folder of the file; with `names` also in packages of the repository. */
export function namedFiles(
  path: string,
  text: string,
  paths: ReadonlySet<string>,
  names: ImportNames = [],
): readonly string[] {
  const words = text
    .split(/[\s"'`=,;:()[\]{}<>|]+/)
    .map((word) => word.replace(/^rootDir\//, './').replace(/^\/(?!\/)/, ''));
  const named = [...new Set(words)].filter((word) => /[./]/.test(word) && word.length < 300);
  const found = named.flatMap((name) =>
    [joinPath('', name), joinPath(folderOf(path), name), ...namedTargets(path, name, names)].flatMap((at) =>
      endings.map((ending) => `${at}${ending}`),
    ),
  );
  return [...new Set(found)].filter((name) => name !== path && paths.has(name));
}

/** Set-up files, reporters and the like in the settings of a test runner. */
export const loadedBySettings = (
  path: string,
  text: string,
  paths: ReadonlySet<string>,
  names: ImportNames = [],
): readonly string[] =>
  namedFiles(path, [...text.matchAll(loading)].map(([, value = '']) => value).join('\n'), paths, names);
