/** What a call begins from: its model, the conversation that it goes on with, and the folder as its checkpoint has it. */

import type { AgentInput } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Role } from '@harness/core/role/role';
import { findResumableSession } from '@harness/core/views/resumable-session';
import type { AgentOptions, RoleAgent } from './options.ts';
import type { Provider } from './provider.ts';

type Context = PerformContext<AbortSignal>;

/** The model of a call: what the workflow would like counts where nobody named one for this role, or by a flag. */
export const resolveModel = (
  { insists, model }: Pick<RoleAgent, 'insists' | 'model'>,
  call: AgentInput,
): string | undefined => (insists ? model : (call.model ?? model));

/** What was cut off may have said things that its folder no longer knows: only a call that came to its end is gone on with. */
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
 * Every call that works in a folder begins from its checkpoint: what an earlier try wrote is undone, and what a check
 * left lying about is not taken for the agent's work. Only an answer that could not be read is repaired where it stands.
 * The user's own checkout is never brought back: there a call that was cut off is told to the workflow, not repeated.
 */
export async function restoreWorkplace(
  { workplace }: AgentInput,
  { id, mode }: Role<never, unknown>,
  context: Context,
  { restore }: Pick<AgentOptions, 'restore'>,
): Promise<Outcome<string | null>> {
  const { run, key, interrupted, earlier } = context;
  if (mode === 'complete') return ok(null); // without tools there is nothing that it could have left behind
  if (workplace.checkpoint === null) return interrupted ? fail('agent.aborted', { role: id }) : ok(null);
  const isRepair = !interrupted && earlier?.code === 'agent.schema';
  if (mode !== 'exec' || isRepair) return ok(null);
  const restored = await restore(workplace, { run, key });
  if (restored.ok && restored.value !== null) await context.note('work.kept', { ref: restored.value });
  return restored;
}
