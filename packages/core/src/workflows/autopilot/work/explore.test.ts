/** Explores the work with few retries. The slow test has all of them, every consent and every result of a proof. */
import { test } from 'vitest';
import { inspectTests } from '../../../effects/git.ts';
import { changeProof } from '../../proof/machine.ts';
import { autopilotWords, fixJob, session, workJob } from '../testing/jobs.ts';
import { expectInvariants } from './explore.suite.ts';
import type { WorkJob } from './job.ts';

const { trust: _, ...withoutProof } = session;
const words = {
  ...autopilotWords,
  machines: { proof: { ...changeProof, results: firstOfEach(changeProof.results) } },
  operations: autopilotWords.operations.map((one) =>
    one.op === inspectTests.op ? { ...one, samples: one.samples.slice(1) } : one,
  ),
};

function firstOfEach<Result extends { readonly at: string }>(results: readonly Result[]): readonly Result[] {
  return results.filter((one, at) => results.findIndex((other) => other.at === one.at) === at);
}

const withRetries = (job: WorkJob, retries: number): WorkJob => ({ ...job, session: { ...job.session, retries } });

test('A-51 A-88 A-90 every path of the work keeps the invariants', () => {
  const unproved = { ...workJob, session: { ...withoutProof, retries: 0 } };
  expectInvariants([withRetries(workJob, 0), withRetries(fixJob, 1), unproved], words, 'part');
});
