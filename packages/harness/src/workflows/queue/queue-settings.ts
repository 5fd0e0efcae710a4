/** What the queue of plans is handed, as the configuration has it now: what is changed there holds from the next start on. */
import type { Config } from '@harness/core/config/schema';
import type { QueueSettings } from '@harness/core/workflows/queue/state';
import { planJobTemplate } from '../plan/setup.ts';

/** A journal is as long as this at most, and a bit longer where something was open. */
const renewAfter = 5_000;

export function queueSettings(root: string, config: Config): QueueSettings {
  const { planDir, completedDir, stateDir, baseBranch: base, daemon, releaseGate, fidelity } = config;
  const { specPath, everyNPlans: every, threshold } = fidelity;
  return {
    ...{ planDir, completedDir, stateDir, base, tickMs: daemon.tickMs, renewAfter },
    releaseSpec: releaseGate?.specPath ?? null,
    fidelity: specPath === undefined || every === 0 ? null : { specPath, every, threshold },
    job: planJobTemplate(root, config, { localOnly: false, skipE2e: false }, ''),
  };
}
