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

/** A connection that never drains. */
const stuck = () => new ServerResponse(new IncomingMessage(new Socket()));

test('writes nothing after the last event, and disconnects a client that does not take it', async () => {
  const response = stuck();
  const errors: Error[] = [];
  response.on('error', (error) => errors.push(error));
  const stream = openEventStream(followed({}), undefined, response);
  stream?.pump();
  expect([response.writableEnded, response.writableFinished]).toEqual([true, false]);
  stream?.beat(60_000);
  response.emit('drain');
  stream?.beat(60_000);
  stream?.pump();
  await new Promise((resolve) => setImmediate(resolve));
  expect([errors, response.destroyed]).toEqual([[], false]);
  stream?.beat(0);
  expect(response.destroyed).toBe(true);
});

test('does not write to a client that left before the run was read', () => {
  const response = stuck();
  response.destroy();
  expect(openEventStream(followed(undefined), undefined, response)).toBeUndefined();
});
