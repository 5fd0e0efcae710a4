import { expect, test } from 'vitest';
import { findsProgram } from './find-program.ts';

const environment = { PATH: `/no/such/folder:${process.env['PATH']}` };

test.each([
  ['no-such-tool build', false],
  ['pytest-of-nobody', false],
  ['node check.mjs', true],
  ['  npm test', true],
  ['.venv/bin/python -m pytest', true],
  ['CI=1 no-such-tool', true],
  ['"quoted tool"', true],
  ['', true],
])('the program of `%s` is found: %s', (command, isFound) => {
  expect(findsProgram(command, environment)).toBe(isFound);
});

test('nothing is found without a search path', () => {
  expect(findsProgram('node', {})).toBe(false);
});
