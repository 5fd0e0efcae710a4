/** Tests which changes of a message are accepted. */
import { describe, expect, test } from 'vitest';
import { changedTrailers, cleanMessage } from './message.ts';

const message = `feat: x

Issue: ABC-1
Change-Group: 1/2
Subsystems: app/core
Invariants: 2/2 verified

Co-Authored-By: claude sonnet <noreply@harness.invalid>
Harness-Effect: r1/4.done`;

describe('I-36, I-65 the trailers of a message', () => {
  test.each<readonly [string, string]>([
    ['the subject', message.replace('feat: x', '[main] feat: x')],
    ['a body', message.replace('\n\nIssue', '\n\nWhy.\n\nIssue')],
    ['another trailer', `${message}\nChange-Id: I123\nSigned-off-by: Ada <a@b>`],
  ])('survive a change of %s', (_, after) => {
    expect(changedTrailers(message, after)).toEqual([]);
  });

  test.each<readonly [string, string, readonly string[]]>([
    ['removes one', message.replace('Issue: ABC-1\n', ''), ['Issue: ABC-1']],
    ['changes one', message.replace('2/2 ver', '3/3 ver'), ['Invariants: 2/2 verified', 'Invariants: 3/3 verified']],
    ['adds one in another case', `${message}\nharness-effect: r1/5.done`, ['harness-effect: r1/5.done']],
    ['adds one with a space', `${message}\nIssue : ABC-2`, ['Issue : ABC-2']],
    [
      'repeats one',
      `${message}\nIssue: ABC-1`,
      [
        ...message
          .split('\n')
          .filter((one) => one.includes(': '))
          .slice(1),
        'Issue: ABC-1',
      ],
    ],
    [
      'removes all',
      'feat: x',
      message
        .split('\n')
        .filter((one) => one.includes(': '))
        .slice(1),
    ],
  ])('do not survive a hook that %s', (_, after, changed) => {
    expect(changedTrailers(message, after)).toEqual(changed);
  });

  test('a message is cleaned as git does it', () => {
    expect(cleanMessage('\n\na  \n\n\n\nb\t\n# kept\n\n')).toBe('a\n\nb\n# kept');
    expect(cleanMessage(' \n\n')).toBe('');
  });
});
