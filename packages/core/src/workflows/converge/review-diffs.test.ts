import { describe, expect, test } from 'vitest';
import { diffsToReview } from './review-diffs.ts';

const diff = (name: string, bytes: number) => ({ path: `artifacts/${name}.diff`, sha256: name, bytes });

describe('the diffs of a review', () => {
  test('the first review gets the whole change', () => {
    expect(diffsToReview(diff('whole', 10), undefined)).toEqual([diff('whole', 10)]);
  });

  test('a later review repeats what the last one saw, and adds the changes since', () => {
    const seen = { commit: 'c2', diffs: [diff('first', 100), diff('second', 10)], since: diff('third', 20) };
    expect(diffsToReview(diff('whole', 120), seen)).toEqual([
      diff('first', 100),
      diff('second', 10),
      diff('third', 20),
    ]);
  });

  test('steps that are much longer than the change are replaced by the whole change', () => {
    const seen = { commit: 'c1', diffs: [diff('first', 100)], since: diff('undone', 90) };
    expect(diffsToReview(diff('whole', 10), seen)).toEqual([diff('whole', 10)]);
  });

  test('changes that were not saved since the last review give the whole change', () => {
    expect(diffsToReview(diff('whole', 10), { commit: 'c1', diffs: [diff('first', 9)] })).toEqual([diff('whole', 10)]);
  });
});
