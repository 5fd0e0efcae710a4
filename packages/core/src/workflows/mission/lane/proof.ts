/**
 * Verification is itself verified: a new test that is green without the feature tests nothing, and sends the lane back. It is
 * run on the base in the same lane, where the dependencies are, and the lane then becomes again what was saved.
 */
import { check } from '../../../effects/check.ts';
import { act } from '../../../effects/operation.ts';
import { findProofs, restoreLane, rewindLane } from '../../../effects/proving.ts';
import type { Failure } from '../../../failure.ts';
import { stepsOf } from '../../../machine.ts';
import type { Proof } from '../../../tests/proof.ts';
import { afterBuild, broken, type LaneState, setBack, type WorkState, work } from './job.ts';

const step = stepsOf<LaneState>();

export const proofSteps = [
  step({
    at: 'finding-proofs',
    to: ['rewinding', 'checking', 'validating', 'over'],
    needs: ({ job: { testFiles }, lane, checkpoint }) => ({
      found: act(findProofs, { lane, checkpoint, ...(testFiles ? { testFiles } : {}) }),
    }),
    next: (state, { found }) => {
      if (!found.ok) return broken(state, found.failure);
      const { proofs } = found.value;
      return proofs.length === 0 ? afterBuild(state) : { ...work(state), at: 'rewinding', proofs };
    },
  }),
  step({
    at: 'rewinding',
    to: ['proving', 'restoring'],
    needs: ({ lane, checkpoint, proofs: [proof = noProof] }) => ({
      rewound: act(rewindLane, { lane, checkpoint, files: [...proof.tests, ...proof.beside] }),
    }),
    next: (state, { rewound }) =>
      rewound.ok
        ? { ...work(state), at: 'proving', proofs: state.proofs, left: state.job.proof ?? [] }
        : restoring(state, rewound.failure),
  }),
  step({
    at: 'proving',
    to: ['proving', 'rewinding', 'restoring'],
    needs: ({ job, lane, left: [command = ''] }) => ({
      report: check({
        ...{ command, cwd: lane.path, timeoutMs: job.checkTimeoutMs },
        ...(job.reports ? { reports: job.reports } : {}),
      }),
    }),
    // Red, and never finished, is what is wanted here: without the feature the test must not pass.
    next: (state, { report }) => {
      if (!report.ok && report.failure.code !== 'check.timed-out') return restoring(state, report.failure);
      const [proof = noProof, ...proofs] = state.proofs;
      if (!report.ok || !report.value.green)
        return proofs.length === 0 ? restoring(state, null) : { ...work(state), at: 'rewinding', proofs };
      const [, ...left] = state.left;
      return left.length > 0 ? { ...work(state), at: 'proving', proofs: state.proofs, left } : restoring(state, proof);
    },
  }),
  step({
    at: 'restoring',
    to: ['checking', 'validating', 'setting-back', 'over'],
    needs: ({ lane, checkpoint }) => ({ restored: act(restoreLane, { lane, checkpoint }) }),
    next: (state, { restored }) => {
      if (!restored.ok) return broken(state, restored.failure);
      const { found } = state;
      if (found === null) return afterBuild(state);
      return 'code' in found ? broken(state, found) : setBack(state, 'unproven', saidOf(found));
    },
  }),
];

const noProof: Proof = { tests: [], beside: [] };

/** Nothing was found, a test that tests nothing was, or something went wrong. */
const restoring = (state: WorkState, found: Proof | Failure | null) =>
  ({ ...work(state), at: 'restoring', found }) as const;

const saidOf = ({ tests }: Proof) =>
  [
    'These tests are green on the base, without the feature: they prove nothing of it.',
    'Make them fail without it, or leave them out:',
    ...tests.map((test) => `- ${test}`),
  ].join('\n');
