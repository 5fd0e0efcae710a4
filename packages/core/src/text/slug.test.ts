import { expect, test } from 'vitest';
import { slug } from './slug.ts';

test.each([
  ['is in lower case, with hyphens for spaces', 'Add a Login Page', 'add-a-login-page'],
  ['drops what is no word', "Fix: don't crash (again)!", 'fix-dont-crash-again'],
  ['keeps hyphens, one at a time', 'add  -- dry-run', 'add-dry-run'],
  ['does not begin or end with one', '- tidy up -', 'tidy-up'],
  ['takes lines as spaces', 'first line\nsecond line', 'first-line-second-line'],
  ['writes accents in ASCII', 'Größe prüfen, café', 'grosse-prufen-cafe'],
  ['writes Korean in ASCII', '로그인 추가', 'rogeuin-cuga'],
  ['writes Japanese in ASCII', 'ログイン', 'roguin'],
  ['is a word although the title has none', '🚀🎉', 'work'],
  ['is a word although there is no title', '   ', 'work'],
])('W-53 a slug %s', (_, title, expected) => {
  expect(slug(title)).toBe(expected);
});

test('W-53 a slug has at most 50 characters', () => {
  expect(slug('x'.repeat(60))).toBe('x'.repeat(50));
});

test('W-53 a slug that is cut between two words does not end with a hyphen', () => {
  expect(slug(`${'x'.repeat(49)} yes`)).toBe('x'.repeat(49));
});

test.each(['a/b', '../up', 'a..b', 'x.lock', '@{u}', 'a~1^2:3?*[', '-n', '로그인', '🚀'])(
  'the slug of %j is a name for a branch and a folder',
  (title) => {
    expect(slug(title)).toMatch(/^[\w][\w-]{0,49}$/);
  },
);
