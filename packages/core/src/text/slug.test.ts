import { expect, test } from 'vitest';
import { slug } from './slug.ts';

test.each([
  ['is lower case with hyphens for spaces', 'Add a Login Page', 'add-a-login-page'],
  ['drops punctuation', "Fix: don't crash (again)!", 'fix-dont-crash-again'],
  ['merges hyphens', 'add  -- dry-run', 'add-dry-run'],
  ['does not start or end with a hyphen', '- tidy up -', 'tidy-up'],
  ['treats line breaks as spaces', 'first line\nsecond line', 'first-line-second-line'],
  ['writes accents in ASCII', 'Größe prüfen, café', 'grosse-prufen-cafe'],
  ['writes Korean in ASCII', '로그인 추가', 'rogeuin-cuga'],
  ['writes Japanese in ASCII', 'ログイン', 'roguin'],
  ['is "work" for a title without words', '🚀🎉', 'work'],
  ['is "work" for an empty title', '   ', 'work'],
])('W-53 a slug %s', (_, title, expected) => {
  expect(slug(title)).toBe(expected);
});

test('W-53 a slug has at most 50 characters', () => {
  expect(slug('x'.repeat(60))).toBe('x'.repeat(50));
});

test('W-53 a slug cut between two words does not end with a hyphen', () => {
  expect(slug(`${'x'.repeat(49)} yes`)).toBe('x'.repeat(49));
});

test.each(['a/b', '../up', 'a..b', 'x.lock', '@{u}', 'a~1^2:3?*[', '-n', '로그인', '🚀'])(
  'the slug of %j is a valid branch and folder name',
  (title) => {
    expect(slug(title)).toMatch(/^[\w][\w-]{0,49}$/);
  },
);
