/** Reads the configuration of the release gate and the paths of the product. */
import { relative } from 'node:path';
import type { Checks } from '@harness/core/checks/detect';
import type { Config } from '@harness/core/config/schema';
import type { Performer } from '@harness/core/effects/performer';
import type { ProductSettings } from '@harness/effects/fidelity/survey';
import type { ReleaseGateSetup } from '@harness/effects/release-gate/judge';
import { detectRepositoryChecks } from '../settings/checks.ts';
import { loadConfig } from '../settings/config.ts';

/** `folder` returns the absolute path of the logs of a run. */
export async function readReleaseGateSetup(
  root: string,
  check: Performer<AbortSignal>,
  folder: (run: string) => string,
): Promise<ReleaseGateSetup> {
  const config = await loadConfig(root);
  const { planDir, completedDir, stateDir, checks } = config;
  return {
    repo: root,
    planDir,
    completedDir,
    stateDir,
    check,
    timeoutMs: checks.timeoutMs,
    ...(checks.reports ? { reports: checks.reports } : {}),
    suite: suiteOf(config, detectRepositoryChecks(root)),
    logs: (run) => relative(root, folder(run)).replaceAll('\\', '/'),
  };
}

/** All test commands: it is not known which of them runs a given test file. */
function suiteOf({ checks, e2e }: Pick<Config, 'checks' | 'e2e'>, found: Checks): readonly string[] {
  const test = checks.test === undefined ? found.test : checks.test;
  return [test, e2e.command].filter((command): command is string => typeof command === 'string');
}

export async function readProductPaths(root: string): Promise<ProductSettings> {
  const { planDir, completedDir, appPaths, stateDir, baseBranch: base } = await loadConfig(root);
  return { planDir, completedDir, appPaths, stateDir, base };
}
