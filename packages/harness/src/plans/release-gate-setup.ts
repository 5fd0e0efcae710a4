/** What the release gate stands on in one repository, as its configuration has it. */
import { relative } from 'node:path';
import type { Checks } from '@harness/core/checks/detect';
import type { Config } from '@harness/core/config/schema';
import type { Performer } from '@harness/core/effects/performer';
import type { ReleaseGateSetup } from '@harness/effects/release-gate/judge';
import { detectRepositoryChecks } from '../settings/checks.ts';
import { loadConfig } from '../settings/config.ts';

/** `folder` is where the logs of a run lie, absolute. */
export async function releaseGateSetup(
  root: string,
  check: Performer<AbortSignal>,
  folder: (run: string) => string,
): Promise<ReleaseGateSetup> {
  const config = await loadConfig(root, {}, process.env);
  const { planDir, completedDir, stateDir, checks } = config;
  return {
    ...{ repo: root, planDir, completedDir, stateDir, check, timeoutMs: checks.timeoutMs },
    ...(checks.reports ? { reports: checks.reports } : {}),
    suite: suiteOf(config, detectRepositoryChecks(root)),
    logs: (run) => relative(root, folder(run)).replaceAll('\\', '/'),
  };
}

/** Which of them runs a certain file cannot be known, so all that run tests are meant. */
function suiteOf({ checks, e2e }: Pick<Config, 'checks' | 'e2e'>, found: Checks): readonly string[] {
  const test = checks.test === undefined ? found.test : checks.test;
  return [test, e2e.command].filter((command): command is string => typeof command === 'string');
}
