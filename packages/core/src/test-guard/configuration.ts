/**
 * Whether a change touches the configuration of a test runner or checker.
 *
 *   G1. A file of the base that is theirs alone counts when it changed, moved or is gone. White space at line ends does not.
 *   G2. Of a file that holds much else, the parts that are theirs count; where there are no such parts, the whole of it,
 *       but only while a check runs the tool.
 *   G3. A new file counts only where it overrides what the base does: a check runs the tool, and there is something to judge.
 */
import { matches } from './glob.ts';
import { changedParts, isMixed } from './mixed-config-files.ts';
import { fixtures, type Tool, tools } from './tools.ts';
import type { TouchedFile } from './touched-file.ts';

/** What the base says: the commands that its checks come to, and whether it has tests at all. */
export interface BaseFacts {
  readonly commands: readonly string[];
  readonly hasTests: boolean;
}

export const isCheckerConfiguration = (path: string): boolean =>
  !matches(path, fixtures) && (toolOf(path) !== undefined || isMixed(path));

/** Whether a new file of this name can override what the base has. A new package of a workspace brings a manifest along and overrides nothing. */
export const mayOverride = (path: string): boolean =>
  isCheckerConfiguration(path) && (!isMixed(path) || (!path.includes('/') && path !== 'package.json'));

/** Whose configuration is not what it was; nothing when none is touched. */
export function touchedConfiguration(file: TouchedFile, base: BaseFacts): readonly string[] {
  const { path, newPath, before, after } = file;
  const still = newPath === path ? after : null;
  const isKnown = before !== null && isCheckerConfiguration(path);
  if (!isKnown) return newPath !== path || before === null ? overridden(newPath, after, base) : [];
  if (isMixed(path)) return changedParts(path, before, still);
  const known = toolOf(path);
  if (!known || (known.isMixed && !isRun(known.tool, base))) return [];
  if (still === null) return [`${known.name}, gone`];
  return isSameText(before, still) ? [] : [known.name];
}

function overridden(path: string, text: string | null, base: BaseFacts): readonly string[] {
  if (!mayOverride(path)) return [];
  const known = toolOf(path);
  if (known) return isRun(known.tool, base) ? [`${known.name}, new`] : [];
  return base.hasTests ? changedParts(path, '', text) : [];
}

/** The tool that reads this file, and whether the file is its own. */
function toolOf(path: string): { name: string; tool: Tool; isMixed: boolean } | undefined {
  for (const [name, tool] of Object.entries<Tool>(tools)) {
    if (matches(path, tool.files)) return { name, tool, isMixed: false };
    if (matches(path, tool.mixed ?? [])) return { name, tool, isMixed: true };
  }
  return undefined;
}

const isRun = ({ judges, runs }: Tool, { commands, hasTests }: BaseFacts): boolean =>
  (judges === 'sources' || hasTests) && commands.some((command) => runs.some((word) => hasWord(command, word)));

const hasWord = (command: string, word: string): boolean =>
  new RegExp(`(?:^|[^\\w-])${word.replaceAll('.', '\\.')}(?![\\w-])`).test(command);

/** Line ends, and spaces and empty lines there, say nothing in any language of settings. */
function isSameText(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/[ \t\r]+$/gm, '').replace(/\n+/g, '\n');
  return plain(one).trim() === plain(other).trim();
}
