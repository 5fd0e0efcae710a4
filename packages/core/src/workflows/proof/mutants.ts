/** Tries the tests of a change on mutants of it: those of Stryker, or those of the harness. */
import { act } from '../../effects/operation.ts';
import { type PreparedStryker, readMutants } from '../../effects/proof.ts';
import { defineStep } from '../../machine/machine.ts';
import type { TriedMutants } from '../../trust/stryker-report.ts';
import { decide } from './decide.ts';
import type { ProofFound, ProofState, ProofWork } from './job.ts';
import { failed, foundOf, isBroken, toOwnMutants } from './next.ts';
import { proofRun, strykerRun, strykerTimeoutMs } from './runs.ts';

const step = defineStep<ProofState>();

export const mutantSteps = [
  step({
    at: 'running-stryker',
    to: [
      'reading-stryker',
      'mutating',
      'commenting-pause',
      'asking-promise',
      'asking-witness',
      'proved',
      'back',
      'failed',
    ],
    needs: ({ job, plan }) => ({ report: strykerRun(job, strykerOf(plan)) }),
    next: (state, { report }) => {
      if (isBroken(report)) return failed(report);
      if (!report.ok) return toOwnMutants(state, 'timed-out', strykerTimeoutMs(state.job));
      const { exitCode, taken, tookMs: spentMs = 0 } = report.value;
      return exitCode === 0 && taken !== undefined
        ? { ...foundOf(state), at: 'reading-stryker', report: taken, spentMs }
        : toOwnMutants(state, 'failed', spentMs);
    },
  }),
  step({
    at: 'reading-stryker',
    to: ['mutating', 'commenting-pause', 'asking-promise', 'asking-witness', 'proved', 'back', 'failed'],
    needs: ({ job, plan, report }) => ({
      mutants: act(readMutants, { report, ranges: strykerOf(plan).ranges, count: job.trust.mutants.count }),
    }),
    next: (state, { mutants }) => {
      if (!mutants.ok) return failed(mutants);
      return mutants.value === null
        ? toOwnMutants(state, 'unreadable', state.spentMs)
        : decide({ ...foundOf(state), stryker: 'used' }, mutants.value);
    },
  }),
  step({
    at: 'mutating',
    to: ['mutating', 'commenting-pause', 'asking-promise', 'asking-witness', 'proved', 'back', 'failed'],
    needs: ({ job, plan, left }) => ({ report: proofRun(job, plan.command ?? '', left[0]?.commit ?? '') }),
    next: (state, { report }) => {
      if (isBroken(report)) return failed(report);
      const [now, ...left] = state.left;
      const isNoticed = !report.ok || !report.value.green;
      const { tried, survivors } = state.mutants;
      const mutants = {
        tried: tried + 1,
        survivors: isNoticed || now === undefined ? survivors : [...survivors, now.edit],
      };
      const { budgetMs } = state.job.trust.mutants;
      const spentMs = state.spentMs + (report.ok ? (report.value.tookMs ?? 0) : state.job.checkTimeoutMs);
      const isOver = left.length === 0 || spentMs >= budgetMs || isSettled(state, mutants);
      return isOver ? decide(foundOf(state), mutants) : { ...foundOf(state), at: 'mutating', left, mutants, spentMs };
    },
  }),
];

function strykerOf({ stryker }: ProofWork['plan']): PreparedStryker {
  if (stryker === undefined || 'problem' in stryker) throw new Error('Stryker is not prepared');
  return stryker;
}

/** Enough edits were noticed, whatever happens to the rest. */
function isSettled({ job, plan }: ProofFound, { tried, survivors }: TriedMutants): boolean {
  return tried - survivors.length >= plan.mutants.length * job.trust.mutants.leastKilled;
}
