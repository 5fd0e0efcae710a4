/** The line about a tracker that does not answer. */
import type { Entry } from '@harness/core/journal/journal';
import { expect, test } from 'vitest';
import { tellOutages } from './outage.ts';

const entry = (type: string, key: string, more: object = {}) => ({ type, key, atMs: 0, ...more }) as unknown as Entry;
const scope = { kind: 'github', project: 'acme/app' };
const asked = (key: string) =>
  entry('asked', key, { effect: { kind: 'tracker', input: { op: 'x', args: { scope } } } });
const failed = (key: string, more: object = {}) =>
  entry('failed', key, { failure: { code: 'tracker.unavailable', params: { detail: '' } }, parks: false, ...more });

const linesAfter = (...entries: readonly Entry[]): readonly string[] => {
  const lines: string[] = [];
  const listener = tellOutages('en', (text) => void lines.push(text));
  for (const one of entries) listener.see?.({ type: 'entry', run: 'issues-1', entry: one } as never);
  return lines;
};

test('an outage has one line: the tracker, the time that the loop tries, and how to stop', () => {
  expect(linesAfter(asked('1/tracker'), failed('1/tracker'), failed('1/tracker'), failed('1/tracker'))).toEqual([
    '  no answer from the github tracker: trying for up to 68 minutes, Ctrl-C stops\n',
  ]);
});

test('the next outage has a line too; other failures and the last one, which parks the run, have none', () => {
  const [first, second] = ['1/tracker', '2/found'];
  expect(linesAfter(asked(first), failed(first), entry('answered', first), asked(second), failed(second))).toHaveLength(
    2,
  );
  expect(linesAfter(asked(first), failed(first, { parks: true }))).toEqual([]);
  expect(linesAfter(asked(first), failed(first, { failure: { code: 'tracker.rate-limited' } }))).toEqual([]);
  expect(linesAfter(entry('asked', first, { effect: { kind: 'git', input: {} } }), failed(first))).toEqual([]);
});
