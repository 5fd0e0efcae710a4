/** Prepares a daemon and the settings of its queue. Refuses all problems before anything starts. */
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import type { QueueSettings } from '@harness/core/workflows/queue/state';
import { readRef } from '@harness/effects/git/refs/ref';
import { readPlans } from '@harness/effects/plans/read';
import type { Invocation } from '../../cli/command.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { requireForge } from '../../repository/require-forge.ts';
import { loadSetup, type RunContext, resolveRunSettings } from '../../run/start-run.ts';
import { planJobTemplate } from '../plan/setup.ts';

export interface DaemonSetup extends RunContext {
  readonly port: number;
}

/** Refuses invalid plans with all their defects (DO-15), and a missing base or forge, which would fail every plan. */
export async function prepareDaemon(invocation: Invocation): Promise<DaemonSetup> {
  const setup = await loadSetup(invocation.options);
  const { root, config } = setup;
  const context = resolveRunSettings(setup, invocation, { workflow: 'plans', task: '' });
  requireValidPlans(await readPlans(root, config), context.output.language);
  const { baseBranch } = config;
  if ((await readRef(root, `refs/heads/${baseBranch}^{commit}`)) === null)
    throw new Refusal('base.missing', { branch: baseBranch });
  await requireForge(root, config);
  return { ...context, port: (invocation.options['port'] as number | undefined) ?? config.control.port };
}

/** The number of moves after which a new run replaces the run of the queue, or later if something is open. */
const renewAfter = 5_000;

/** The settings of the queue from the configuration; changes apply at the next start. */
export function queueSettings(root: string, config: Config): QueueSettings {
  const { planDir, completedDir, stateDir, baseBranch: base, daemon, releaseGate, fidelity } = config;
  const { specPath, everyNPlans: every, threshold } = fidelity;
  return {
    planDir,
    completedDir,
    stateDir,
    base,
    tickMs: daemon.tickMs,
    renewAfter,
    releaseSpec: releaseGate?.specPath ?? null,
    fidelity: specPath === undefined || every === 0 ? null : { specPath, every, threshold },
    job: planJobTemplate(root, config, { localOnly: false, skipE2e: false }, ''),
  };
}
