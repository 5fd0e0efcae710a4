import { expect, test } from 'vitest';
import { type Marker, markerText, readMarker } from './markers.ts';

const complete = (issue: string): Marker => ({ is: 'complete', issue });

test.each<[string, string, Marker]>([
  ['alone', '[ISSUE_COMPLETE: MB-1]', complete('MB-1')],
  ['after prose', 'All done.\n\n[ISSUE_COMPLETE: MB-1]\n', complete('MB-1')],
  ['with Windows line ends', 'done\r\n[HARNESS_DONE]\r\n', { is: 'done' }],
  ['in bold', '**[ISSUE_FAILED: APP-12]**', { is: 'failed', issue: 'APP-12' }],
  ['in code', '`[HARNESS_PAUSE: #12]`', { is: 'pause', issue: '#12' }],
  ['in quotation marks', '“[HARNESS_STOP]”', { is: 'stop' }],
  ['in a quotation, with spaces', '  > _[ISSUE_COMPLETE:owner/repo#7 ]_  ', complete('owner/repo#7')],
  ['within a code block', '```\n[HARNESS_DONE]\n```', { is: 'done' }],
])('I-58 I-59 a marker %s is read', (_, text, marker) => {
  expect(readMarker(text)).toEqual(marker);
});

test.each([
  ['within a sentence', 'I will print [ISSUE_COMPLETE: MB-1] when it is done.'],
  ['in prose', 'The issue MB-1 is COMPLETE.'],
  ['behind a bullet', '- [HARNESS_DONE]'],
  ['with a full stop', '[HARNESS_DONE].'],
  ['in lower case', '[harness_done]'],
  ['without an id', '[ISSUE_COMPLETE]'],
  ['with an empty id', '[ISSUE_COMPLETE: ]'],
  ['with two ids', '[ISSUE_COMPLETE: MB-1 MB-2]'],
  ['with an id that it does not have', '[HARNESS_DONE: MB-1]'],
  ['with a path as id', '[ISSUE_COMPLETE: ../../etc/passwd]'],
  ['with an id of control characters', '[ISSUE_COMPLETE: MB\u0000\u001b[2J-1]'],
  ['with an id of 101 characters', `[ISSUE_COMPLETE: ${'M'.repeat(101)}]`],
  ['with an invisible character', '\u200b[HARNESS_DONE]'],
  ['on two lines', '[ISSUE_COMPLETE:\nMB-1]'],
  ['of an unknown name', '[ISSUE_CLOSED: MB-1]'],
  ['as a link', '[HARNESS_DONE](http://localhost)'],
])('Id-05 a marker %s is none', (_, text) => {
  expect(readMarker(text)).toBeNull();
});

test('IO-11 of several markers the first in the order done, pause, stop, complete, failed counts', () => {
  const all: readonly Marker[] = [
    { is: 'done' },
    { is: 'pause', issue: 'A-3' },
    { is: 'stop' },
    complete('A-2'),
    { is: 'failed', issue: 'A-1' },
  ];
  const texts = all.map(markerText).toReversed();
  const read = all.map((_, kept) => readMarker(texts.slice(0, texts.length - kept).join('\n')));
  expect(read).toEqual(all);
  expect(readMarker('[ISSUE_COMPLETE: A-1]\n[ISSUE_COMPLETE: A-2]')).toEqual(complete('A-1'));
});

test('IO-10 a text of 4 MB that is made to be slow is read at once', () => {
  const lines = ['*'.repeat(2_000_000), `${'['.repeat(300)}\n`.repeat(3_000), `${' '.repeat(1_000_000)}x`];
  const started = performance.now();
  expect(readMarker(`${lines.join('\n')}\n[HARNESS_DONE]`)).toEqual({ is: 'done' });
  expect(performance.now() - started).toBeLessThan(2_000);
});
