/** Tests every path of a proof. */
import { expect, test } from 'vitest';
import { compareRuns, prepareProof, readMutants } from '../../effects/proof.ts';
import { takeScreenshots } from '../../effects/screens.ts';
import { smokeTest } from '../../effects/smoke.ts';
import { commentIssue } from '../../effects/tracker.ts';
import { explore } from '../../testing/explore.ts';
import { words } from '../../testing/jobs.ts';
import type { ProofJob } from './job.ts';
import { changeProof } from './machine.ts';
import { job, pause, promisePause } from './testing/job.ts';

test('every path ends or waits for a person', () => {
  const operations = [prepareProof, compareRuns, readMutants, smokeTest, takeScreenshots, commentIssue];
  const vocabulary = { ...words, operations };
  const server = { command: 'npm start', url: 'http://h/', readyTimeoutMs: 1 };
  const product = { smoke: { command: 'npm start', waitMs: 1, urls: [] }, screens: { server, paths: [] } };
  const given = ['test -f x', 'test -f y'];
  const inputs: readonly ProofJob[] = [
    job,
    { ...job, given, isReturned: true, pause },
    { ...job, given, kind: 'config' },
    { ...job, given },
    { ...job, given, kind: 'refactor' },
    { ...job, given, kind: 'tests' },
    { ...job, isReturned: true },
    { ...job, product, given: ['test -f x'] },
    { ...job, product: { smoke: product.smoke }, isReturned: true, pause: promisePause },
    { ...job, product: { smoke: product.smoke } },
    { ...job, product: { screens: product.screens }, kind: 'config' },
    { ...job, product: { screens: product.screens }, given: ['test -f x'], isReturned: true, pause },
    { ...job, e2e: { command: 'npm run e2e', timeoutMs: 1 } },
    { ...job, kind: 'refactor', pause },
    { ...job, kind: 'tests', trust: { ...job.trust, witness: 'required' }, pause },
  ];
  const { broken, states } = explore(changeProof, { inputs, words: vocabulary, limit: 150_000 });
  expect(broken).toEqual([]);
  expect(states).toBeGreaterThan(100);
});
