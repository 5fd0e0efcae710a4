import { expect, test } from 'vitest';
import { addIssue } from '../../testing/linear-server/state.ts';
import { linearStage, taskOf, testScope } from './test-stage.ts';

test('I-15 5,000 issues are listed with one request per page, each below the limit of complexity', async () => {
  const { tracker, server } = await linearStage();
  for (let at = 1; at < 5_000; at++) addIssue(server.state, { priority: at % 5 });
  const rows = await tracker.list(testScope, taskOf());
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5_000);
  expect(server.log.length).toBe(100);
  expect(server.log.every(({ status, complexity }) => status === 200 && complexity < 10_000)).toBe(true);
});
