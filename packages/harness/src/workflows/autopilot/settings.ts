/** Creates the settings of a session from flags and configuration. They hold for the whole session (A-06, AO-06). */
import type { Config } from '@harness/core/config/schema';
import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import type { RigorLevel } from '@harness/core/sessions/approval';
import { autopilotCodes } from '@harness/core/workflows/autopilot/codes';
import type { SessionSettings } from '@harness/core/workflows/autopilot/session';
import { headBranch } from '@harness/effects/checkout/branch';
import { readRef } from '@harness/effects/git/refs/ref';
import { detectRepositoryChecks, resolveChecks } from '../../settings/checks.ts';
import { trustSettings } from '../../settings/trust.ts';
import type { Spec } from './spec.ts';

export interface SessionFlags {
  readonly rigor: RigorLevel;
  readonly reviewPlans: boolean;
}

export function parseSessionFlags(options: Readonly<Record<string, unknown>>): SessionFlags {
  const [isFast, isThorough] = [options['fast'] === true, options['thorough'] === true];
  if (isFast && isThorough) throw refusalOf(autopilotCodes, 'autopilot.rigor-clash', {});
  const rigor = isFast ? 'fast' : isThorough ? 'thorough' : 'standard';
  return { rigor, reviewPlans: options['reviewPlans'] === true };
}

interface SessionBase extends SessionFlags {
  readonly root: string;
  readonly config: Config;
  readonly spec: Pick<Spec, 'path' | 'slug'>;
}

export async function sessionSettings({
  root,
  config,
  spec,
  rigor,
  reviewPlans,
}: SessionBase): Promise<SessionSettings> {
  const checks = requireChecks(root, config);
  const { timeoutMs, testFiles, reports } = config.checks;
  return {
    specPath: spec.path,
    slug: spec.slug,
    rigor,
    reviewPlans,
    checks,
    checkTimeoutMs: timeoutMs,
    ...(testFiles ? { testFiles } : {}),
    ...(reports ? { reports } : {}),
    ...trustSettings(config, { checks, withoutAcceptance: 'autopilot' }),
    ...config.autopilot,
    quotesPlan: true,
    baseBranch: await findBaseBranch(root, config),
  };
}

/** Without a check nothing could verify a phase. */
function requireChecks(root: string, config: Config): readonly string[] {
  const checks = resolveChecks(config, detectRepositoryChecks(root));
  if (checks.length === 0) throw refusalOf(autopilotCodes, 'autopilot.no-checks', {});
  return checks;
}

/** The configured branch, or `master` for `main`; otherwise the branch of the checkout. */
async function findBaseBranch(root: string, { baseBranch }: Config): Promise<string> {
  const here = await headBranch(root);
  if (here === null) throw new Refusal('base.missing', { branch: 'HEAD' });
  for (const branch of new Set([baseBranch, ...(baseBranch === 'main' ? ['master'] : [])]))
    if ((await readRef(root, `refs/heads/${branch}^{commit}`)) !== null) return branch;
  return here;
}
