import { expect, test } from 'vitest';
import { isFileAllowed, withoutConsent } from './consent.ts';
import type { WeakenedTest } from './weakened-tests.ts';

const shown: WeakenedTest = { file: 'a.test.js', how: 'fewer-tests', detail: '2 → 1', content: 'h1' };

test.each<[string, WeakenedTest, WeakenedTest, boolean]>([
  ['A2 the same content is not asked about again', shown, shown, true],
  ['A1 a file that changed further is asked about again', shown, { ...shown, content: 'h2' }, false],
  ['A1 a file that is gone now is asked about again', shown, { ...shown, how: 'deleted', content: 'gone' }, false],
  ['A1 another file is asked about', shown, { ...shown, file: 'b.test.js' }, false],
  ['A1 another script of the same file is asked about', shown, { ...shown, detail: 'lint' }, false],
  ['A3 an earlier consent does not cover a new answer', withoutHash(shown), shown, false],
  ['A3 an earlier consent covers its own answers', withoutHash(shown), withoutHash(shown), true],
])('%s', (_, allowed, found, isCovered) => {
  expect(withoutConsent([found], [allowed])).toEqual(isCovered ? [] : [found]);
});

test.each<[string, string | undefined, Parameters<typeof isFileAllowed>[2], boolean]>([
  ['A2 the same content', 'h1', [{ file: 'x.ts', content: 'h1' }], true],
  ['A1 a further change', 'h2', [{ file: 'x.ts', content: 'h1' }], false],
  ['A1 another file', 'h1', [{ file: 'y.ts', content: 'h1' }], false],
  ['A3 a name alone, for an answer with a hash', 'h1', ['x.ts'], false],
  ['A3 a name alone, for an answer without a hash', undefined, ['x.ts'], true],
])('%s of a file outside the scope is allowed: %#', (_, content, allowed, isAllowed) => {
  expect(isFileAllowed('x.ts', content, allowed)).toBe(isAllowed);
});

function withoutHash({ file, how, detail }: WeakenedTest): WeakenedTest {
  return { file, how, detail };
}
