import { expect, test } from 'vitest';
import { decideOpening, type EarlierPull } from './open-pull.ts';

const one = (pull: number, state: EarlierPull['state'], head = 'old', isOurs = false) => ({
  pull,
  state,
  head,
  isOurs,
});

test.each<[string, EarlierPull[], string, number]>([
  ['nothing before is a new one', [], 'open', 0],
  ['an open one is found, also behind a newer closed one', [one(2, 'closed'), one(1, 'open')], 'find', 1],
  ['a closed one is opened again', [one(2, 'closed'), one(1, 'merged')], 'reopen', 2],
  ['merged with this head is success', [one(2, 'closed'), one(1, 'merged', 'new')], 'merged', 1],
  ['merged with another head is a new one', [one(1, 'merged')], 'open', 0],
  ['O1 ours that a person closed is found, not opened again', [one(1, 'closed', 'old', true)], 'find', 1],
  ['O1 ours that a person merged is merged, whatever they added', [one(1, 'merged', 'x', true)], 'merged', 1],
])('%s', (_, earlier, what, pull) => {
  expect(decideOpening(earlier, 'new')).toEqual({ do: what, pull });
});
