import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openEventStream } from './event-stream.ts';
import type { FollowedRun } from './followed-run.ts';

const followed = (over: FollowedRun['over']): FollowedRun => ({
  run: 'r',
  frames: [{ member: 'r', seq: 1, data: '{}' }],
  over,
  onMore: () => () => undefined,
  close: () => undefined,
});

/** A line on which nothing gets through: what is written to it stays where it is. */
const stuck = () => new ServerResponse(new IncomingMessage(new Socket()));

test('after its last word nothing is written, and who does not take it is dropped like everybody who reads nothing', async () => {
  const response = stuck();
  const errors: Error[] = [];
  response.on('error', (error) => errors.push(error));
  const reader = openEventStream(followed({}), undefined, response);
  reader?.pump();
  expect([response.writableEnded, response.writableFinished]).toEqual([true, false]);
  reader?.beat(60_000);
  response.emit('drain');
  reader?.beat(60_000);
  reader?.pump();
  await new Promise((resolve) => setImmediate(resolve));
  expect([errors, response.destroyed]).toEqual([[], false]);
  reader?.beat(0);
  expect(response.destroyed).toBe(true);
});

test('who has left before the run was read is not written to', () => {
  const response = stuck();
  response.destroy();
  expect(openEventStream(followed(undefined), undefined, response)).toBeUndefined();
});
