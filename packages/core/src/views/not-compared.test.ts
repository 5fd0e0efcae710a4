import { expect, test } from 'vitest';
import { check, type LostTests, lostTestsSample } from '../effects/check.ts';
import { ok } from '../failure/failure.ts';
import { answered, asked, journalOf, moved, started } from '../testing/facts.ts';
import { listNotCompared } from './not-compared.ts';

const npmTest = check({ command: 'npm test', cwd: '.', timeoutMs: 1 });
const compared = (n: number, base: LostTests['base']) => {
  const result = { base, lost: 0, names: '', hash: '', isNone: false };
  return [
    asked(`${n}/c`, npmTest),
    answered(`${n}/c`, ok(Object.assign({}, lostTestsSample, { compared: result }))),
    moved('x'),
  ];
};
const listed = (...bases: readonly LostTests['base'][]) =>
  listNotCompared([journalOf([started(), ...bases.flatMap((base, n) => compared(n, base))])]);

test('D-05 a check is listed once if the tests of the base are unknown in its last comparison', () => {
  expect(listed(null, null)).toEqual([{ run: expect.any(String), command: 'npm test' }]);
  expect([listed(2), listed(null, 2), listed()]).toEqual([[], [], []]);
});
