/** Explores the larger queues: two plans, and every hook. */
import { expect, test } from 'vitest';
import { queueSettings } from '../plan/testing/jobs.ts';
import { exploreQueue } from './testing/explore-queue.ts';

test('Q1, Q2, Q4, Dd-02 a plan waits for a person while another runs, and every path keeps the invariants', () => {
  const { broken, states } = exploreQueue([queueSettings], '0001', '0002');
  console.log(`plans: ${states} states`);
  expect(broken.filter((one) => !one.startsWith('X4'))).toEqual([]); // without hooks some moves are unused
});

test('D-46, D-59, D-61 with every hook, every declared move is used', () => {
  const fidelity = { specPath: 'spec.md', threshold: 25, every: 2 };
  const settings = { ...queueSettings, releaseSpec: 'spec.md', fidelity };
  expect(exploreQueue([{ ...settings, renewAfter: 3 }, settings], '0001').broken).toEqual([]);
});
