import { expect, test } from 'vitest';
import { isProgramMissing } from './find.ts';

const path = `/no/such/folder:${process.env['PATH']}`;

test.each([
  ['no-such-tool build', true],
  ['pytest-of-nobody', true],
  ['node check.mjs', false],
  ['  npm test', false],
  ['.venv/bin/python -m pytest', false],
  ['CI=1 no-such-tool', false],
  ['"quoted tool"', false],
  ['', false],
])('the program of `%s` is missing: %s', (command, isMissing) => {
  expect(isProgramMissing(command, path)).toBe(isMissing);
});

test('every program is missing without a search path', () => {
  expect(isProgramMissing('node')).toBe(true);
});
