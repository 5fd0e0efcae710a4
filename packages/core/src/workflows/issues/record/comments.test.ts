import { expect, test } from 'vitest';
import { blockedComment, claimComment, failureComment, pauseComment, successComment } from './comments.ts';

test('I-20 I-76 the claim names the iteration and the cycle', () => {
  expect(claimComment(7)).toContain('iteration 7');
  expect(claimComment(7)).toContain('plan→work→review→commit');
});

const success = {
  iteration: 2,
  files: ['src/a.ts', 'test/a.test.ts'],
  groups: 1,
  allGroups: 2,
  passed: 3,
  total: 4,
  tier1: 'PASS',
  warnings: [],
  commits: ['0123456789abcdef', 'fedcba9876543210'],
} as const;

test('I-49 I-77 the success has one line per fact, in the order of the contract', () => {
  expect(successComment(success).split('\n')).toEqual([
    'Completed in iteration 2.',
    'Files changed: 2 (src/a.ts, test/a.test.ts)',
    'Change groups: 1/2',
    'Invariants: 3/4 verified',
    'Tests: tier0 PASS, tier1 PASS',
    'Commits: 0123456789ab, fedcba987654',
  ]);
});

test.each(['PASS', 'FAIL', 'none'] as const)('I-77 the second tier is %s', (tier1) => {
  expect(successComment({ ...success, tier1 })).toContain(`\nTests: tier0 PASS, tier1 ${tier1}\n`);
});

test('I-45 I-49 warnings stand before the commits', () => {
  const lines = successComment({ ...success, warnings: ['slow', 'two\nlines'] }).split('\n');
  expect(lines.at(-2)).toBe('Warnings: slow; two lines');
  expect(lines.at(-1)).toMatch(/^Commits: /);
});

test('IO-08 no comment has a dump: many files are counted', () => {
  const files = Array.from({ length: 300 }, (_, at) => `src/${'x'.repeat(40)}${at}.ts`);
  const [, changed = ''] = successComment({ ...success, files }).split('\n');
  expect(changed).toMatch(/^Files changed: 300 \(src/);
  expect(changed.length).toBeLessThan(2_100);
});

test('I-52 I-78 the failure ends with the need for a person', () => {
  const facts = { iteration: 3, type: 'structural', reason: 'red:\nnpm test', groups: 1, allGroups: 2 } as const;
  expect(failureComment({ ...facts, partial: ['refs/harness/kept/r/1'] }).split('\n')).toEqual([
    'Failed in iteration 3.',
    'Failure type: structural',
    'Reason: red: npm test',
    'Change groups completed: 1/2',
    'Partial work: refs/harness/kept/r/1',
    'Requires manual intervention.',
  ]);
  expect(failureComment({ ...facts, partial: [] })).not.toContain('Partial work');
});

test('IO-03 a blocked issue gets its questions', () => {
  const comment = blockedComment({
    iteration: 1,
    questions: ['Which\ncurrency?', 'Who pays?'],
    groups: 0,
    allGroups: 0,
  });
  expect(comment.split('\n').slice(1, 4)).toEqual(['1. Which currency?', '2. Who pays?', 'Failure type: blocked']);
  expect(comment.endsWith('\nRequires manual intervention.')).toBe(true);
});

test('I-63 IO-06 a pause names what is done and what remains', () => {
  const facts = { iteration: 1, groups: 1, allGroups: 3, commits: ['0123456789abcdef'] };
  expect(
    pauseComment({ ...facts, remaining: ['show it', 'tell it'] })
      .split('\n')
      .slice(1),
  ).toEqual(['Change groups completed: 1/3', 'Commits: 0123456789ab', 'Remaining: show it; tell it']);
  expect(pauseComment({ ...facts, remaining: [] })).toContain('Remaining: the review');
});
