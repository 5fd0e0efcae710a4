/** How far what was built has drifted from what was specified. */
import type { Failure } from '../../failure.ts';
import { machineOf } from '../../machine.ts';

export interface FidelityJob {
  readonly specPath: string;
  readonly threshold: number;
}

export type Fidelity =
  | { readonly at: 'judged'; readonly score: number; readonly blocked: boolean }
  | { readonly at: 'failed'; readonly because: Failure };

export const fidelity = machineOf<FidelityJob, Fidelity, Fidelity>()({
  id: 'fidelity',
  version: 1,
  start: ({ specPath }) => ({ at: 'failed', because: { code: 'plans.broken', params: { detail: specPath } } }),
  steps: [],
  ends: { judged: 'done', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'judged', score: 3, blocked: false },
    { at: 'judged', score: 80, blocked: true },
    { at: 'failed', because: { code: 'agent.crash', params: {} } },
  ],
});
