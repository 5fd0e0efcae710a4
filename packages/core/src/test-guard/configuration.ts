/**
 * Detects changes to the configuration of test runners and checkers.
 *
 *   G1. A dedicated file of the base counts if it changed, moved or is gone; white space at line ends does not.
 *   G2. Of a file with other content, only the tool's parts count. Without separate parts the whole file counts,
 *       but only if a check runs the tool.
 *   G3. A new file counts only if it overrides the base: a check runs the tool, and it has something to judge.
 *   G4. Of package.json and lock files, the parts that make an installation or a test run other code count, also of new ones.
 */
import { folderOf } from './executed-files.ts';
import { matchesGlob } from './glob.ts';
import { leadsElsewhere } from './hidden-files.ts';
import { changedParts, isMixed } from './mixed-config-files.ts';
import { changedPackages, isPackageFile } from './package-files.ts';
import { fixtures, type Tool, tools } from './tools.ts';
import type { TouchedFile } from './touched-file.ts';

/** Facts about the base: the commands of its checks, and whether it has tests. */
export interface BaseFacts {
  readonly commands: readonly string[];
  readonly hasTests: boolean;
  /** Paths that the checks execute; none by default. */
  readonly executed?: ReadonlySet<string>;
  /** Source files that only tests and scripts of checks import; none by default. */
  readonly helpers?: ReadonlySet<string>;
  /** New Python files that hide a module; none by default. */
  readonly hiding?: ReadonlySet<string>;
  /** All files, to see which of them a change ignores; none by default. */
  readonly paths?: ReadonlySet<string>;
}

export const isCheckerConfiguration = (path: string): boolean =>
  !matchesGlob(path, fixtures) && (toolOf(path) !== undefined || isMixed(path) || isPackageFile(path));

/** Settings of a tool alone, which may load further files. */
export const isToolSettings = (path: string): boolean =>
  !matchesGlob(path, [...fixtures, '**/node_modules/**', '**/vendor/**']) && toolOf(path)?.isMixed === false;

/** Files that say how tests are run. */
export const isRunnerSettings = (path: string): boolean =>
  !matchesGlob(path, fixtures) && toolOf(path)?.tool.judges === 'tests';

/** Whether a new file of this name can override the base. */
export const canOverrideBase = (path: string): boolean => isCheckerConfiguration(path);

/** Of a new manifest only the parts count that have effect beyond its package. */
const hasOwnParts = (path: string): boolean => isMixed(path) && !path.includes('/') && path !== 'package.json';

/** Names of the tools or parts whose configuration changed; empty if none. */
export function touchedConfiguration(file: TouchedFile, base: BaseFacts): readonly string[] {
  const { path, newPath, before, after } = file;
  const now = newPath === path ? after : null;
  const found = packagesTouched(file, base);
  if (found.length > 0) return found;
  const isKnown = before !== null && isCheckerConfiguration(path);
  if (!isKnown) return newPath !== path || before === null ? overriddenParts(newPath, after, base) : [];
  if (isMixed(path)) return changedParts(path, before, now);
  const known = toolOf(path);
  if (!known || (known.isMixed && !isRun(known.tool, base))) return [];
  if (now === null) return [`${known.name}, gone`];
  return isSameText(before, now) ? [] : [known.name];
}

/** For a link, the target is unknown. */
function packagesTouched({ path, newPath, before, after, hash }: TouchedFile, base: BaseFacts): readonly string[] {
  if (!isPackageFile(newPath) || matchesGlob(newPath, fixtures)) return [];
  if (after === null) return hash === undefined ? [] : ['a link'];
  const isNew = before === null || newPath !== path;
  const leads =
    isNew && /(?:^|\/)package\.json$/.test(newPath) && leadsElsewhere(newPath, after, base.paths ?? new Set());
  return [...changedPackages(newPath, isNew ? null : before, after, base), ...(leads ? ['entry point'] : [])];
}

function overriddenParts(path: string, text: string | null, base: BaseFacts): readonly string[] {
  if (!canOverrideBase(path)) return [];
  const known = toolOf(path);
  if (known) return isRun(known.tool, base) && !isOfNewFolder(path, known.tool, base) ? [`${known.name}, new`] : [];
  return base.hasTests && hasOwnParts(path) ? changedParts(path, '', text) : [];
}

/** Settings that count for their folder alone override nothing in a folder without files of the base. */
const isOfNewFolder = (path: string, { isLocal }: Tool, { paths }: BaseFacts): boolean =>
  isLocal === true && paths !== undefined && path.includes('/') && !hasFilesIn(folderOf(path), paths);

const hasFilesIn = (folder: string, paths: ReadonlySet<string>): boolean =>
  [...paths].some((path) => path.startsWith(`${folder}/`));

/** The tool that reads this file, and whether the file is its own. */
function toolOf(path: string): { name: string; tool: Tool; isMixed: boolean } | undefined {
  for (const [name, tool] of Object.entries<Tool>(tools)) {
    if (matchesGlob(path, tool.files)) return { name, tool, isMixed: false };
    if (matchesGlob(path, tool.mixed ?? [])) return { name, tool, isMixed: true };
  }
  return undefined;
}

const isRun = ({ judges, runs }: Tool, { commands, hasTests }: BaseFacts): boolean =>
  runs.length === 0 ||
  ((judges === 'sources' || hasTests) && commands.some((command) => runs.some((word) => hasWord(command, word))));

const hasWord = (command: string, word: string): boolean =>
  new RegExp(`(?:^|[^\\w-])${word.replaceAll('.', '\\.')}(?![\\w-])`).test(command);

/** Line ends, trailing spaces and empty lines have no meaning in any settings format. */
function isSameText(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/[ \t\r]+$/gm, '').replace(/\n+/g, '\n');
  return plain(one).trim() === plain(other).trim();
}
