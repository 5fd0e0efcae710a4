/** Determines the model and the session of a call, and restores its folder to the checkpoint. */

import { type AgentInput, isCheckout } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Role } from '@harness/core/role/role';
import { findResumableSession } from '@harness/core/views/resumable-session';
import { isLaneSound } from '../git/lane/lost-lane.ts';
import type { AgentOptions, RoleAgent } from './options.ts';
import type { Provider } from './provider.ts';

type Context = PerformContext<AbortSignal>;

/** The model that the workflow prefers applies unless the configuration for this role or a flag names one. */
export const resolveModel = (
  { insists, model }: Pick<RoleAgent, 'insists' | 'model'>,
  call: AgentInput,
): string | undefined => (insists ? model : (call.model ?? model));

/** Resumes only a completed call: an interrupted session may refer to changes that are no longer in the folder. */
export function resumedSession(
  { run, key, earlier, interrupted }: Context,
  { resumes }: Role<never, unknown>,
  { id: provider }: Provider,
  family: readonly RunJournal[],
): string | null {
  const isRepair = earlier?.code === 'agent.schema';
  if (interrupted || (earlier && !isRepair)) return null;
  const entries = family.find((journal) => journal.run === run)?.entries ?? [];
  return findResumableSession(entries, { key, provider, isRepair, resumes: resumes === true });
}

/**
 * Restores the checkpoint before a call, so that leftovers of an earlier try or of a check are not taken for the
 * agent's work. Two exceptions: the repair of an unreadable answer and a role that only reads keep the folder as it is,
 * unless the lane is gone. The user's checkout is
 * never restored; there an interrupted call fails instead of being repeated.
 */
export async function restoreWorkplace(
  { workplace }: AgentInput,
  { id, mode }: Role<never, unknown>,
  context: Context,
  { repo, restore }: Pick<AgentOptions, 'repo' | 'restore'>,
): Promise<Outcome<string | null>> {
  const { run, key, interrupted, earlier } = context;
  if (mode === 'complete') return ok(null); // without tools it cannot have changed any file
  if (workplace.checkpoint === null) return interrupted ? fail('agent.aborted', { role: id }) : ok(null);
  const isRepair = !interrupted && earlier?.code === 'agent.schema';
  if (mode !== 'exec' || isRepair) {
    if (isCheckout(workplace) || (await isLaneSound(repo, workplace.cwd))) return ok(null);
  }
  const restored = await restore(workplace, { run, key });
  if (restored.ok && restored.value !== null) await context.note('work.kept', { ref: restored.value });
  return restored;
}
