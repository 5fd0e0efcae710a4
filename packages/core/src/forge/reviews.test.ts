import { expect, test } from 'vitest';
import { type Review, reviewStateOf } from './reviews.ts';

const said = (...words: [string, Review['verdict']][]) => words.map(([by, verdict]) => ({ by, verdict }));

test('the last word of each reviewer counts', () => {
  const reviews = said(['ada', 'changes-requested'], ['bob', 'approved'], ['ada', 'approved']);
  expect(reviewStateOf(reviews)).toEqual({ approvedBy: ['ada', 'bob'], changesRequestedBy: [] });
});

test('a comment takes nothing back, and a dismissal does', () => {
  expect(reviewStateOf(said(['ada', 'changes-requested'], ['ada', 'commented'])).changesRequestedBy).toEqual(['ada']);
  expect(reviewStateOf(said(['ada', 'changes-requested'], ['ada', 'dismissed'])).changesRequestedBy).toEqual([]);
});
