/** Opens the configured forge of a repository. The local forge runs the same checks as all runs. */
import type { Performer } from '@harness/core/effects/performer';
import { chooseForge } from '@harness/effects/forge/choose';
import type { Forge } from '@harness/effects/forge/forge';
import { tryLock } from '@harness/engine/store/lock';
import { lockFolder } from '../runs/folder.ts';
import { detectRepositoryChecks, resolveChecks } from '../settings/checks.ts';
import { loadConfig } from '../settings/config.ts';

export async function openForge(root: string, performer: Performer<AbortSignal>, env = process.env): Promise<Forge> {
  const config = await loadConfig(root, {}, env);
  const { timeoutMs, reports } = config.checks;
  const checks = {
    commands: resolveChecks(config, detectRepositoryChecks(root)),
    timeoutMs,
    performer,
    ...(reports ? { reports } : {}),
  };
  const { kind } = config.forge;
  const lock = () => tryLock(lockFolder(root, 'forge'));
  return chooseForge({ repo: root, kind, stateDir: config.stateDir, checks, tryLock: lock, environment: env });
}
