/** Explores an issue with a fix after the review, and with every answer of a person. Every move is made in some part. */
import { expect, test } from 'vitest';
import { expectInvariants } from './explore.suite.ts';
import { barePart, blockedPart, fixPart, groupPart, peoplePart, reviewPart } from './explore-parts.suite.ts';

test('I-37 I-46 I-67 every path of an issue keeps the invariants', () => {
  const unused = [groupPart, reviewPart, fixPart, peoplePart, blockedPart, barePart].map(
    (part) => new Set(expectInvariants(part)),
  );
  expect([...(unused[0] ?? [])].filter((move) => unused.every((moves) => moves.has(move)))).toEqual([]);
});
