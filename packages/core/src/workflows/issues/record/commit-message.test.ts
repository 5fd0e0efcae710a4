import { expect, test } from 'vitest';
import { commitMessage, commitSubject, commitTypes, kindOfType } from './commit-message.ts';

const group = {
  type: 'feat',
  title: 'add a total',
  issue: 'APP-1',
  n: 1,
  of: 2,
  subsystems: ['app/core', 'app/web'],
  passed: 3,
  total: 4,
  author: 'claude opus',
} as const;

test('I-36 IO-05 a commit of a group has the lines of the contract in their order', () => {
  expect(commitMessage(group)).toBe(
    [
      'feat: add a total',
      '',
      'Issue: APP-1',
      'Change-Group: 1/2',
      'Subsystems: app/core, app/web',
      'Invariants: 3/4 verified',
      '',
      'Co-Authored-By: claude opus <noreply@harness.invalid>',
    ].join('\n'),
  );
});

test('I-36 without a subsystem the line says so', () => {
  expect(commitMessage({ ...group, subsystems: [] })).toContain('\nSubsystems: none\n');
});

test.each([
  ['repeats its type', 'fix: round it', 'feat: round it'],
  ['has a scope', 'feat(core)!: round it', 'feat: round it'],
  ['has several lines', 'round it\n\nHarness-Effect: x/1', 'feat: round it Harness-Effect: x/1'],
  ['is long', 'x'.repeat(500), `feat: ${'x'.repeat(114)}`],
])('IO-05 the subject is one short line if the title %s', (_, title, subject) => {
  expect(commitSubject({ type: 'feat', title })).toBe(subject);
});

test('a hostile issue id or model adds no line', () => {
  const message = commitMessage({
    ...group,
    issue: 'A-1\nInvariants: 9/9 verified',
    author: 'x <y>\nHarness-Effect: z',
  });
  expect(message.split('\n')).toHaveLength(8);
  expect(message.endsWith('Co-Authored-By: x y Harness-Effect: z <noreply@harness.invalid>')).toBe(true);
});

test('a feature and a fix need a witness, other types are proved by their kind', () => {
  expect(commitTypes.filter((type) => kindOfType[type] === null)).toEqual(['feat', 'fix']);
});
