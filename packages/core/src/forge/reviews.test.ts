import { expect, test } from 'vitest';
import { type Review, reviewStateOf } from './reviews.ts';

const reviewsOf = (...words: [string, Review['verdict']][]) => words.map(([by, verdict]) => ({ by, verdict }));

test('the latest review of each reviewer counts', () => {
  const reviews = reviewsOf(['ada', 'changes-requested'], ['bob', 'approved'], ['ada', 'approved']);
  expect(reviewStateOf(reviews)).toEqual({ approvedBy: ['ada', 'bob'], changesRequestedBy: [] });
});

test('a comment does not revoke a review, a dismissal does', () => {
  expect(reviewStateOf(reviewsOf(['ada', 'changes-requested'], ['ada', 'commented'])).changesRequestedBy).toEqual([
    'ada',
  ]);
  expect(reviewStateOf(reviewsOf(['ada', 'changes-requested'], ['ada', 'dismissed'])).changesRequestedBy).toEqual([]);
});
