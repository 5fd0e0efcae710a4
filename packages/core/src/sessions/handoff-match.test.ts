import { expect, test } from 'vitest';
import { isHandoffOf } from './handoff-match.ts';

const phase = { n: 2, name: 'Rule  Engine' };
const isOf = (named: string, planPath: string | null = null, specPath = 'docs/changes/a/proposal.md') =>
  isHandoffOf({ phase: named, planPath }, phase, specPath);

test.each(['', '2', 'Phase 2', 'phase 2: rule engine', '2 - Rule Engine', 'Phase 2 – Rule Engine', 'Rule Engine'])(
  'A-14 a handoff about "%s" is of phase 2',
  (named) => {
    expect(isOf(named)).toBe(true);
  },
);

test.each(['1', '22', 'Phase 1: Rule Engine', '2: Core', 'Rule', 'Core', '-2', '2.5'])(
  'A-14 a handoff about "%s" is of another phase',
  (named) => {
    expect(isOf(named)).toBe(false);
  },
);

test('A-14 a handoff with a plan of another topic is of another spec', () => {
  expect(isOf('2', 'docs/changes/a/plans/x.md')).toBe(true);
  expect(isOf('2', 'docs/plans/x.md')).toBe(true);
  expect(isOf('2', 'docs/changes/b/plans/x.md')).toBe(false);
  expect(isOf('2', 'docs/changes/b/plans/x.md', 'docs/spec.md')).toBe(false);
});

test.each([
  ['final', true],
  ['Final review', true],
  ['', true],
  ['3', false],
  ['Rule Engine', false],
])('A-14 whether a handoff about "%s" is of the final review: %s', (named, expected) => {
  expect(isHandoffOf({ phase: named, planPath: null }, null, 'docs/spec.md')).toBe(expected);
});
