/** Explores an issue: one group with every answer of its effects, and its review and end. The slow test has more. */
import { test } from 'vitest';
import { expectInvariants } from './explore.suite.ts';
import { groupPart, reviewPart } from './explore-parts.suite.ts';

test('I-37 I-48 I-67 every path of a change group keeps the invariants', () => {
  expectInvariants(groupPart);
});

test('I-46 I-50 I-70 every path from the review to the end keeps the invariants', () => {
  expectInvariants(reviewPart);
});
