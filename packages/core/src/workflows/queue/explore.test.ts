/** Explores every path of a queue with one plan: every child result and every signal. */
import { expect, test } from 'vitest';
import { explore } from '../../testing/explore.ts';
import { queueSettings } from '../plan/testing/jobs.ts';
import { exploreQueue, queueVocabulary } from './testing/explore-queue.ts';
import { watch } from './watch.ts';

const hooked = { ...queueSettings, releaseSpec: 'spec.md' };

test('Q1, Q2, Q3, Q5, Q6, Dd-01, Dd-02 every path of the queue keeps the invariants', () => {
  const { broken, states } = exploreQueue([queueSettings], '0001');
  console.log(`plans: ${states} states`);
  expect(broken.filter((one) => !one.startsWith('X4'))).toEqual([]); // without hooks some moves are unused
});

test('D-46, D-65 every path with the release gate keeps the invariants, and the queue is renewed after its last move', () => {
  const { broken, states } = exploreQueue([{ ...hooked, renewAfter: 3 }, hooked], '0001');
  console.log(`plans: ${states} states`);
  expect(broken.filter((one) => !/^X4.*judging/.test(one))).toEqual([]);
});

test('every path of a watch ends with news', () => {
  const { tickMs: everyMs, planDir, completedDir, base } = queueSettings;
  const args = { planDir, completedDir, base, most: 5, seen: null, print: null, everyMs };
  const { broken } = explore(watch, { inputs: [args], words: queueVocabulary() });
  expect(broken).toEqual([]);
});
