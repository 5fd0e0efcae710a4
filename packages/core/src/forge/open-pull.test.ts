import { expect, test } from 'vitest';
import { decideOpening, type EarlierPull } from './open-pull.ts';

const earlierPull = (pull: number, state: EarlierPull['state'], head = 'old', isOurs = false) => ({
  pull,
  state,
  head,
  isOurs,
});

test.each<[string, EarlierPull[], string, number]>([
  ['opens a new one if there is none', [], 'open', 0],
  ['finds an open one, even behind a newer closed one', [earlierPull(2, 'closed'), earlierPull(1, 'open')], 'find', 1],
  ['reopens a closed one', [earlierPull(2, 'closed'), earlierPull(1, 'merged')], 'reopen', 2],
  [
    'accepts one that was merged with this head',
    [earlierPull(2, 'closed'), earlierPull(1, 'merged', 'new')],
    'merged',
    1,
  ],
  ['opens a new one if another head was merged', [earlierPull(1, 'merged')], 'open', 0],
  ['O1 finds our own that a person closed, without reopening it', [earlierPull(1, 'closed', 'old', true)], 'find', 1],
  [
    'O1 accepts our own that a person merged, even with another head',
    [earlierPull(1, 'merged', 'x', true)],
    'merged',
    1,
  ],
])('%s', (_, earlier, what, pull) => {
  expect(decideOpening(earlier, 'new')).toEqual({ do: what, pull });
});
