import { expect, test } from 'vitest';
import { type Review, stanceOf } from './reviews.ts';

const said = (...words: [string, Review['verdict']][]) => words.map(([by, verdict]) => ({ by, verdict }));

test('the last word of each reviewer counts', () => {
  const reviews = said(['ada', 'changes-requested'], ['bob', 'approved'], ['ada', 'approved']);
  expect(stanceOf(reviews)).toEqual({ approvedBy: ['ada', 'bob'], changesRequestedBy: [] });
});

test('a comment takes nothing back, and a dismissal does', () => {
  expect(stanceOf(said(['ada', 'changes-requested'], ['ada', 'commented'])).changesRequestedBy).toEqual(['ada']);
  expect(stanceOf(said(['ada', 'changes-requested'], ['ada', 'dismissed'])).changesRequestedBy).toEqual([]);
});
