import { expect, test } from 'vitest';
import { checkpoints } from './checkpoints.ts';

const asked = {
  id: 'm.4.answer',
  run: 'm',
  header: 'Checkpoint',
  item: 'after-plan',
  askedAt: '2026-01-01T00:00:00.000Z',
};

test('a checkpoint that waits is a question of that header, by the name of its item', () => {
  expect(checkpoints([asked, { ...asked, header: 'Passes' }, { ...asked, item: null }])).toEqual([
    { name: 'after-plan', run: 'm', question: 'm.4.answer', askedAt: asked.askedAt },
  ]);
});
