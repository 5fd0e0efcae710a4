/**
 * Tries the commands of a new plan on the untouched base: one that is green there proves nothing.
 *
 *   V1. The planner gets one repair turn with the names of these commands. If it fails, its first plan counts.
 *   V2. Commands that are still green become texts for the validator, so that the proof needs another witness.
 *   V3. The number and duration of the commands are limited. One that cannot run proves nothing against the plan.
 */
import { check } from '../../effects/check.ts';
import { defineStep } from '../../machine/machine.ts';
import { claimCommands, type MissionPlan, markGreenOnBase } from '../../mission/plan.ts';
import type { Mission } from './state.ts';

const step = defineStep<Mission>();

const maxCommands = 12;
const maxTimeoutMs = 120_000;

type Planning = Extract<Mission, { at: 'planning' }>;
type Trying = Extract<Mission, { at: 'trying-claims' }>;

export const claimSteps = [
  step({
    at: 'trying-claims',
    to: ['trying-claims', 'planning', 'closing-plan'],
    needs: ({ job: { checkTimeoutMs }, lane, left: [command = ''] }) => ({
      report: check({
        command,
        cwd: lane.path,
        timeoutMs: Math.min(checkTimeoutMs, maxTimeoutMs),
        commit: lane.base,
        isProof: true,
      }),
    }),
    next: (state, { report }) => {
      const [command = '', ...left] = state.left;
      const isGreen = report.ok && report.value.green;
      const tried = { ...state, left, green: isGreen ? [...state.green, command] : state.green };
      return left.length > 0 ? tried : afterClaims(tried);
    },
  }),
];

/** Only if changes are proved: otherwise no command has to be a witness. */
export function toClaims({ job, head, spec, granted, lane, repair }: Planning, planned: MissionPlan) {
  const fields = { job, head, spec, granted, lane, planned };
  const left = job.trust ? claimCommands(planned).slice(0, maxCommands) : [];
  if (left.length === 0) return { ...fields, at: 'closing-plan' } as const;
  return { ...fields, at: 'trying-claims', left, green: [], isRepaired: repair !== undefined } as const;
}

function afterClaims({ job, head, spec, granted, lane, planned, green, isRepaired }: Trying) {
  const fields = { job, head, spec, granted, lane };
  if (green.length === 0 || isRepaired)
    return { ...fields, at: 'closing-plan', planned: markGreenOnBase(planned, green) } as const;
  return { ...fields, at: 'planning', repair: { plan: planned, green } } as const;
}
