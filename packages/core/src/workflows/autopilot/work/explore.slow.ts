/** Explores the work with all retries, every consent and every result of a proof. */
import { test } from 'vitest';
import { autopilotWords, fixJob, session, workJob } from '../testing/jobs.ts';
import { expectInvariants } from './explore.suite.ts';

const { trust: _, ...withoutProof } = session;

test('A-51 A-88 A-90 every path of the work keeps the invariants, with all retries', () => {
  // A person ignored every check on the base.
  const unchecked = { ...fixJob, session: { ...session, checks: [], retries: 0 } };
  const once = { ...withoutProof, retries: 0 };
  const unproved = [
    { ...workJob, session: once },
    { ...fixJob, session: { ...once, checks: ['npm test', 'npm run lint'] } },
  ];
  expectInvariants([workJob, fixJob, unchecked, ...unproved], autopilotWords);
});
