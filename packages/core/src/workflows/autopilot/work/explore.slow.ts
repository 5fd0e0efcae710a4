/** Explores the work with all retries, every consent and every result of a proof. */
import { test } from 'vitest';
import { autopilotWords, fixJob, workJob } from '../testing/jobs.ts';
import { expectInvariants } from './explore.suite.ts';

test('A-51 A-88 A-90 every path of the work keeps the invariants, with all retries', () => {
  expectInvariants([workJob, fixJob], autopilotWords);
});
