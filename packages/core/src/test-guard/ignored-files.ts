/**
 * Finds files of the base that a changed `.gitignore` leaves out.
 *
 * Git keeps a tracked file, but a file that is deleted and written again, and every new file beside it, would be missing in
 * the commit. The rules are those of git, without character classes.
 */
import type { TouchedFile } from './touched-file.ts';

export const isIgnoreFile = (path: string): boolean => /(?:^|\/)\.gitignore$/.test(path);

export function newlyIgnored(
  { newPath, path, before, after }: TouchedFile,
  paths: ReadonlySet<string>,
): readonly string[] {
  const folder = newPath.slice(0, -'.gitignore'.length);
  const [was, is] = [rulesIn(path === newPath ? before : null), rulesIn(after)];
  if (is.length === 0) return [];
  return [...paths]
    .filter((file) => file.startsWith(folder))
    .filter((file) => isIgnored(file.slice(folder.length), is) && !isIgnored(file.slice(folder.length), was));
}

interface Rule {
  readonly isNegated: boolean;
  readonly pattern: RegExp;
}

function rulesIn(text: string | null): readonly Rule[] {
  const lines = (text ?? '').split(/\r?\n/).map((line) => line.replace(/(?<!\\)\s+$/, ''));
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const isNegated = line.startsWith('!');
      return { isNegated, pattern: toPattern(line.slice(isNegated ? 1 : 0)) };
    });
}

/** A rule with a slash before its end counts from the folder of the file; another one at any depth. */
function toPattern(rule: string): RegExp {
  const isAnchored = rule.replace(/\/$/, '').includes('/');
  const source = rule.replace(/^\/|\/$/g, '').replace(/\*\*\/|\/\*\*|\*|\?|[.+^$(){}|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '/**') return '/.*';
    if (token === '*') return '[^/]*';
    return token === '?' ? '[^/]' : `\\${token}`;
  });
  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${source}(?:/.*)?$`);
}

/** The last rule that matches decides. */
const isIgnored = (path: string, rules: readonly Rule[]): boolean =>
  rules.findLast(({ pattern }) => pattern.test(path))?.isNegated === false;
