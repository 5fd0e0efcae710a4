/** V8: a change of `.gitattributes` counts if git then writes other bytes than those of the commit. */
import { expect, test } from 'vitest';
import { findWeakenedTests, mayWeakenTests } from './weakened-tests.ts';

const guards = { checks: ['sh check.sh'] };
const base = { commands: guards.checks, texts: {} };

function asked(before: string | null, after: string | null, path = '.gitattributes'): boolean {
  const file = { path, newPath: path, before, after, hash: '1' };
  const [found] = mayWeakenTests(file, guards) ? findWeakenedTests([file], guards, base as never) : [];
  if (found !== undefined) expect(found).toMatchObject({ file: path, how: 'configuration', detail: 'git' });
  return found !== undefined;
}

test.each([
  ['an encoding', null, 'check.sh working-tree-encoding=UTF-7\n'],
  ['an encoding behind a macro', '* text=auto\n', '* text=auto\n[attr]x working-tree-encoding=UTF-7\n*.sh x\n'],
  ['other ends of lines', '* text=auto\n', '* text=auto\n*.sh text eol=crlf\n'],
  ['an inserted name', null, '*.sh ident\n'],
  ['an encoding that is gone', '*.ps1 working-tree-encoding=UTF-16LE\n', null],
  ['a line that overrides an encoding', '*.bat eol=crlf\n', '*.bat eol=crlf\n*.bat binary\n'],
])('V8 asked about: %s', (_, before, after) => expect(asked(before, after)).toBe(true));

test('V8 asked about in a folder', () => expect(asked(null, '* eol=crlf\n', 'ci/.gitattributes')).toBe(true));

test.each([
  ['a comment', '*.bat eol=crlf\n', '# Windows\n*.bat eol=crlf\n'],
  ['binary files', null, '*.png binary\n'],
  ['ends of lines as in the commit', null, '* text=auto eol=lf\n'],
  ['a language', '* text=auto\n', '* text=auto\n*.sql linguist-language=SQL\n'],
])('V8 not asked about: %s', (_, before, after) => expect(asked(before, after)).toBe(false));
