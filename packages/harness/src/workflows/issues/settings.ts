/** Creates the settings of the loop from flags and configuration. They hold for the whole run. */
import type { Config } from '@harness/core/config/schema';
import { refusalOf } from '@harness/core/failure/refusal';
import { loopFile } from '@harness/core/issue-loop/document';
import { discoveriesFolder } from '@harness/core/subsystems/discovery';
import type { TrackerScope } from '@harness/core/tracker/issue';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import type { IssuesSettings } from '@harness/core/workflows/issues/settings';
import { headBranch } from '@harness/effects/checkout/branch';
import type { Output } from '../../render/screen.ts';
import type { RunContext } from '../../run/start-run.ts';
import { detectRepositoryChecks, resolveChecks } from '../../settings/checks.ts';
import { resolveRoleSettings, type Settings } from '../../settings/settings.ts';
import { trustSettings } from '../../settings/trust.ts';
import { findAttendance } from './attendance.ts';
import type { LoopFlags } from './flags.ts';

export async function issuesSettings(
  { root, config, settings }: Pick<RunContext, 'root' | 'config' | 'settings'>,
  { scope, max }: LoopFlags,
  output: Output,
): Promise<IssuesSettings> {
  const branch = await headBranch(root);
  if (branch === null) throw refusalOf(issuesCodes, 'issues.no-branch', {});
  const checks = resolveChecks(config, detectRepositoryChecks(root));
  const { timeoutMs, testFiles, reports } = config.checks;
  const { discoverInterval, tier1Blocks } = config.tracker;
  return {
    scope,
    branch,
    leaves: loopLeaves(scope, config),
    checks,
    checkTimeoutMs: timeoutMs,
    ...(testFiles ? { testFiles } : {}),
    ...(reports ? { reports } : {}),
    ...trustSettings(config, { checks, withoutAcceptance: 'issues' }),
    max,
    discoverInterval,
    tier1Blocks,
    author: workerName(settings),
    attended: await findAttendance(settings, output),
  };
}

/** Files that the loop itself leaves in the checkout. */
export const loopLeaves = ({ kind }: Pick<TrackerScope, 'kind'>, { tracker }: Pick<Config, 'tracker'>) =>
  [loopFile, `${discoveriesFolder}/`, ...(kind === 'local' ? [`${tracker.dir}/`] : [])] as const;

/** Provider and model of the worker, for the trailer of its commits. */
function workerName(settings: Settings): string {
  const { provider, model } = resolveRoleSettings(settings, 'issues.worker');
  return model === '' ? provider : `${provider} ${model}`;
}
