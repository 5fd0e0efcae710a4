import { expect, test } from 'vitest';
import { startServer } from '../../testing/control.ts';

const json = async (response: Promise<Response>) => {
  const answer = await response;
  return { status: answer.status, ...((await answer.json()) as object) };
};

test('MO-11 without a waiting checkpoint, none is listed, granted or requested, and each refusal names a command', async () => {
  const { post, ask } = await startServer();
  expect(await json(ask('/checkpoints'))).toEqual({ status: 200, version: 1, checkpoints: [] });
  expect(await json(post('/checkpoint/plan/grant'))).toMatchObject({
    status: 404,
    error: { code: 'checkpoint.unknown', message: 'No checkpoint "plan" is waiting.', next: 'harness questions' },
  });
  expect(await json(post('/checkpoint/plan/request'))).toMatchObject({
    status: 404,
    error: { code: 'checkpoint.unset', next: 'harness runs' },
  });
});
