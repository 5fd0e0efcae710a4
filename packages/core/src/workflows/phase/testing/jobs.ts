/** One job per phase for tests. */
import type { Finding } from '../../../answer-contracts/finding.ts';
import { e2e, planJob as plan } from '../../plan/testing/jobs.ts';
import type { JobOf, PhaseJob } from '../job.ts';

export const leak: Finding = { severity: 'high', file: 'a.ts', line: 3, text: 'leaks the token' };
export const nit: Finding = { severity: 'low', file: 'a.ts', line: 1, text: 'a nit' };
const screens = { server: { command: 'npm run dev', url: 'http://127.0.0.1:3000', readyTimeoutMs: 1 }, paths: [] };
const review = { head: 'c1', followUps: [nit] };

/** The samples of git and of the forge use the commit `c1`. */
export const jobs: { readonly [P in PhaseJob['phase']]: JobOf<P> } = {
  implement: { phase: 'implement', plan },
  review: { phase: 'review', plan },
  'review-ui': { phase: 'review-ui', plan, screens },
  fix: { phase: 'fix', plan, found: [leak] },
  'e2e-verify': { phase: 'e2e-verify', plan, e2e },
  'prepare-pr': { phase: 'prepare-pr', plan, review, checks: ['npm test'] },
  'merge-check': { phase: 'merge-check', plan, review, e2e: 'passed', evidence: 'kept/e2e-verify' },
};
