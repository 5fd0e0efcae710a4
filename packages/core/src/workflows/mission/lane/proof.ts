/** Runs new tests on the base, in a clean room: a test that is green there proves nothing. */
import { proofCheck } from '../../../checks/check-round.ts';
import { act } from '../../../effects/operation.ts';
import { findProofs, restoreLane, rewindLane, writeProof } from '../../../effects/prove-tests.ts';
import type { Failure } from '../../../failure/failure.ts';
import { defineStep, type Effect } from '../../../machine/machine.ts';
import type { TestProof } from '../../../test-guard/proof.ts';
import { type LaneState, laneBroken, laneSetback, laneWork, type WorkState } from './job.ts';
import { afterBuild } from './transitions.ts';

const step = defineStep<LaneState>();

export const proofSteps = [
  step({
    at: 'finding-proofs',
    to: ['rewinding', 'checking', 'validating', 'over'],
    needs: ({ job: { testFiles }, lane, checkpoint }) => ({
      found: act(findProofs, { lane, checkpoint, ...(testFiles ? { testFiles } : {}) }),
    }),
    next: (state, { found }) => {
      if (!found.ok) return laneBroken(state, found.failure);
      const { proofs } = found.value;
      return proofs.length === 0 ? afterBuild(state) : toRewinding(state, proofs);
    },
  }),
  step({
    at: 'rewinding',
    to: ['proving', 'restoring'],
    needs: (state): { rewound: Effect<'rewound' | { readonly commit: string }> } => {
      const { job, lane, checkpoint, isProbe, proofs } = state;
      const [{ tests, beside } = noProof] = proofs;
      const files = isProbe ? { files: beside, spoilt: tests } : { files: [...tests, ...beside] };
      const args = { lane, checkpoint, ...files };
      return { rewound: job.rooms ? act(writeProof, args) : act(rewindLane, args) };
    },
    next: (state, { rewound }) => {
      const { proofs, isProbe, job } = state;
      if (!rewound.ok) return toRestoring(state, rewound.failure);
      const commit = rewound.value === 'rewound' ? {} : { commit: rewound.value.commit };
      return { ...laneWork(state), at: 'proving', proofs, isProbe, left: job.proof ?? [], ...commit };
    },
  }),
  step({
    at: 'proving',
    to: ['proving', 'rewinding', 'restoring'],
    needs: ({ job, lane: { path }, checkpoint, commit = checkpoint, left }) => ({
      report: proofCheck(job, { path, commit, all: job.proof ?? [] }, left),
    }),
    next: (state, { report }) => {
      if (!report.ok && report.failure.code !== 'check.timed-out') return toRestoring(state, report.failure);
      if (!report.ok || !report.value.green) return afterRed(state);
      const [, ...left] = state.left;
      return left.length > 0 ? { ...state, left } : afterGreen(state);
    },
  }),
  step({
    at: 'restoring',
    to: ['checking', 'validating', 'setting-back', 'over'],
    needs: ({ lane, checkpoint }) => ({ restored: act(restoreLane, { lane, checkpoint }) }),
    next: (state, { restored }) => {
      if (!restored.ok) return laneBroken(state, restored.failure);
      const { found } = state;
      if (found === null) return afterBuild(state);
      return 'code' in found ? laneBroken(state, found) : laneSetback(state, 'unproven', unprovenText(found));
    },
  }),
];

const noProof: TestProof = { tests: [], beside: [] };

const toRewinding = (state: WorkState, proofs: readonly TestProof[], isProbe = false) =>
  ({ ...laneWork(state), at: 'rewinding', proofs, isProbe }) as const;

type Proving = Extract<LaneState, { at: 'proving' }>;

/** Red or timed out is expected without the feature. A red probe shows that the command runs the test. */
function afterRed(state: Proving) {
  const [proof = noProof] = state.proofs;
  return state.isProbe ? toRestoring(state, proof) : afterProof(state);
}

/** Green on the base: the test proves nothing, if the command runs it at all; the probe finds out. */
const afterGreen = (state: Proving) => (state.isProbe ? afterProof(state) : toRewinding(state, state.proofs, true));

function afterProof(state: Proving) {
  const [, ...proofs] = state.proofs;
  return proofs.length === 0 ? toRestoring(state, null) : toRewinding(state, proofs);
}

/** `found` is a test that proves nothing, or a failure; `null` if all is well. */
const toRestoring = (state: WorkState, found: TestProof | Failure | null) =>
  ({ ...laneWork(state), at: 'restoring', found }) as const;

const unprovenText = ({ tests }: TestProof) =>
  [
    'These tests pass on the base, without the feature: they do not prove that it works.',
    'Make them fail without the feature, or remove them:',
    ...tests.map((test) => `- ${test}`),
  ].join('\n');
