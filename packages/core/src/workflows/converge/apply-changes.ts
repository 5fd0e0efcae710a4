/** Applies settings that a person changed at resume: checks, their timeout, and the number of passes. */
import * as z from 'zod';
import type { Changes } from '../../machine/machine.ts';
import type { ConvergeJob, ConvergeState } from './job.ts';

const schema = z.object({
  checks: z.array(z.string()).optional(),
  passes: z.number().int().min(1).optional(),
  checkTimeoutMs: z.number().optional(),
});

export function applyConvergeChanges(state: ConvergeState, changes: Changes): ConvergeState {
  if (!('job' in state)) return state;
  const { checks, passes, checkTimeoutMs } = schema.parse(changes);
  const job: ConvergeJob = {
    ...state.job,
    ...(checks === undefined ? {} : { checks }),
    ...(passes === undefined ? {} : { passes }),
    ...(checkTimeoutMs === undefined ? {} : { checkTimeoutMs }),
  };
  if (state.at === 'opening' || state.at === 'continuing') return { ...state, job };
  // Used passes stay used: only the difference between the old and the new limit is added.
  const passesLeft = Math.max(0, state.passesLeft + job.passes - state.job.passes);
  if ((state.at === 'checking' || state.at === 'proving') && checks !== undefined)
    return { ...state, job, passesLeft, left: checks, red: [] };
  return { ...state, job, passesLeft };
}
