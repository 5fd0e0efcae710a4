/** The forge of a repository, as its configuration has it; the local one runs the same checks as everybody else. */
import type { Performer } from '@harness/core/performer';
import { forgeFor } from '@harness/effects/forge/choose';
import type { Forge } from '@harness/effects/forge/forge';
import { checksFor, detected } from './checks.ts';
import { configFor } from './config.ts';

export async function forgeIn(root: string, performer: Performer<AbortSignal>, env = process.env): Promise<Forge> {
  const config = await configFor(root, {}, env);
  const { timeoutMs, reports } = config.checks;
  const checks = {
    ...{ commands: checksFor(config, detected(root)), timeoutMs, performer },
    ...(reports ? { reports } : {}),
  };
  return forgeFor({ repo: root, kind: config.forge.kind, stateDir: config.stateDir, checks, environment: env });
}
