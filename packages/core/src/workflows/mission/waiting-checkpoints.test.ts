import { expect, test } from 'vitest';
import { ask, question } from '../../effects/question.ts';
import { missionCodes } from './codes.ts';
import { waitingCheckpoints } from './waiting-checkpoints.ts';

const asked = (input: unknown) => ({ id: 'm.4.answer', run: 'm', input: input as never, askedAtMs: 0 });

test('MO-11 a waiting checkpoint is a question with the configured name', () => {
  const waiting = asked(ask(missionCodes, 'checkpoint', { name: 'after-plan' }).input);
  expect(waitingCheckpoints([waiting, asked(question('passes', { passes: 3 }).input)])).toEqual([
    { name: 'after-plan', run: 'm', question: 'm.4.answer', askedAt: '1970-01-01T00:00:00.000Z' },
  ]);
});
