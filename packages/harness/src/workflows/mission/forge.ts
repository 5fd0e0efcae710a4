/** Whether there is anywhere to push to, before a mission that opens pull requests begins. */
import type { Config } from '@harness/core/config/schema';
import { refusalOf } from '@harness/core/failure/refusal';
import { missionCodes } from '@harness/core/workflows/mission/codes';
import { gitHubOf } from '@harness/effects/forge/choose';
import { ForgeError } from '@harness/effects/forge/forge-error';

/** The local forge is always there: only what the configuration names and nobody can reach is refused. */
export async function requireForge(root: string, { branchIsolation, forge }: Config): Promise<void> {
  if (branchIsolation.onPass !== 'pr' || forge.kind === 'local') return;
  try {
    await gitHubOf(root, forge.kind, process.env);
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    const { code, params } = error.failure;
    const detail = `branchIsolation.onPass "pr" has nowhere to push to (${code}: ${params['detail'] ?? ''})`;
    throw refusalOf(missionCodes, 'mission.unsupported', { detail });
  }
}
