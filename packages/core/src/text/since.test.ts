import { expect, test } from 'vitest';
import { defaultSince, parseSince, sinceForms } from './since.ts';

/** A Sunday afternoon, in the time zone of the tests. */
const now = new Date(2026, 10, 15, 15, 30).getTime();
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();

test.each([
  ['90m', now - 90 * 60_000],
  ['12h', now - 12 * 3_600_000],
  ['2d', now - 48 * 3_600_000],
  ['1w', now - 168 * 3_600_000],
  [' 3 H ', now - 3 * 3_600_000],
  ['today', at(2026, 10, 15)],
  ['yesterday', at(2026, 10, 14)],
  ['last night', at(2026, 10, 14, 18)],
  ['Last  Night', at(2026, 10, 14, 18)],
  ['2026-11-14', at(2026, 10, 14)],
  ['2026-11-14T22:30', at(2026, 10, 14, 22, 30)],
  ['2026-11-14 22:30', at(2026, 10, 14, 22, 30)],
  ['2026-11-14T22:30:15Z', Date.UTC(2026, 10, 14, 22, 30, 15)],
  ['2026-11-14T22:30:15.250Z', Date.UTC(2026, 10, 14, 22, 30, 15)],
  ['2026-11-14T22:30+09:00', Date.UTC(2026, 10, 14, 13, 30)],
  ['2026-11-14T22:30-0500', Date.UTC(2026, 10, 15, 3, 30)],
])('%j is a time', (text, expected) => {
  expect(parseSince(text, now)).toBe(expected);
});

test.each([
  '',
  'soon',
  '12',
  'h',
  '-3h',
  '1.5h',
  '2026',
  '2026-13-01',
  '2026-02-30',
  '2026-11-14T25:00',
  'T12:00',
  '1e3h',
])('%j is not a time', (text) => expect(parseSince(text, now)).toBeUndefined());

test('refuses a time in the future', () => {
  expect(parseSince('2026-11-16', now)).toBeUndefined();
});

test('accepts every example form and the default', () => {
  for (const form of [...sinceForms, defaultSince]) expect(parseSince(form, now)).toBeLessThanOrEqual(now);
});
