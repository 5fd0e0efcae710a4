/** What the run of a plan stands on: the plan, in order and with nothing open before it, and the job that carries it out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DevServer } from '@harness/core/checks/dev-server';
import type { Config } from '@harness/core/config/schema';
import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import { isCompleted, type PlanFile } from '@harness/core/plans/graph';
import { openDependencies } from '@harness/core/plans/pick';
import { resolvePlan } from '@harness/core/plans/resolve';
import { runsOfPlan } from '@harness/core/plans/run-place';
import { planCodes } from '@harness/core/workflows/plan/codes';
import type { PlanJob } from '@harness/core/workflows/plan/job';
import { branchOf } from '@harness/core/workflows/queue/job';
import type { JobTemplate } from '@harness/core/workflows/queue/state';
import { readRef } from '@harness/effects/git/refs/ref';
import { readPlans } from '@harness/effects/plans/read';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { detectRepositoryChecks, resolveChecks } from '../../settings/checks.ts';

export interface PlanRequest {
  readonly localOnly: boolean;
  readonly skipE2e: boolean;
}

const label = 'agent/automerge'; // DO-08
const ownWorkflows = ['agent automerge', 'automerge', 'agent/automerge'];

/** The times of DO-10, unless the configuration says otherwise. */
const patienceIn = ({
  checksTimeoutMs,
  checksSettleMs,
  mergeTimeoutMs,
  pollMs,
}: Config['forge']): PlanJob['patience'] => ({
  checks: { withinMs: checksTimeoutMs, emptyAfterMs: checksSettleMs, everyMs: pollMs },
  merge: { withinMs: mergeTimeoutMs, everyMs: pollMs },
  ignore: ownWorkflows,
});

/** The plan that is meant, whatever its status, and all the others. */
export function resolvePlanRef(root: string, config: Config, ref: string, language: string | undefined) {
  const read = readPlans(root, config);
  requireValidPlans(read, language);
  const found = resolvePlan(read.plans, ref);
  if (found.is !== 'found') {
    const nearest = found.is === 'several' ? (found.plans[0]?.id ?? '') : (found.nearest ?? '');
    throw refusalOf(planCodes, 'plan.unknown', { plan: ref, nearest, path: config.planDir });
  }
  return { plan: found.plan, plans: read.plans };
}

/** The plan that is meant, when it can be worked on now. */
export function findPlan(root: string, config: Config, ref: string, language: string | undefined): PlanFile {
  const { plan, plans } = resolvePlanRef(root, config, ref, language);
  if (isCompleted(plan)) throw refusalOf(planCodes, 'plan.completed', { plan: plan.id });
  const open = openDependencies(plans, plan);
  if (open.length > 0)
    throw refusalOf(planCodes, 'plan.waits', { plan: plan.id, ids: open.join(', '), first: open[0] ?? '' });
  return plan;
}

/** The plan is committed and so is everything else: what is merged is what was seen (D-73). */
export async function requireCommitted(root: string, { baseBranch, stateDir }: Config): Promise<void> {
  if ((await readRef(root, `refs/heads/${baseBranch}^{commit}`)) === null)
    throw new Refusal('base.missing', { branch: baseBranch });
  await requireCleanTree(root, (file) => file.startsWith(`${stateDir}/`), 'git stash --include-untracked');
}

/** `name` is that of the folder that tells of the run. */
export function planJob(root: string, name: string, plan: PlanFile, config: Config, wanted: PlanRequest): PlanJob {
  const { stateDir, completedDir, baseBranch } = config;
  const folder = `${runsOfPlan(stateDir, plan.id)}/${name}`;
  return {
    ...{ id: plan.id, slug: plan.slug, title: plan.title, file: plan.path, completedDir, base: baseBranch },
    folder,
    text: readFileSync(join(root, plan.path), 'utf8'),
    branch: branchOf(plan),
    estimatedPasses: plan.estimatedPasses,
    ...planJobTemplate(root, config, wanted, `${folder}/e2e-verify`),
  };
}

/** What is the same for every plan; the evidence of its end-to-end run is kept in `evidence`. */
export function planJobTemplate(root: string, config: Config, wanted: PlanRequest, evidence: string): JobTemplate {
  const { checks, agent } = config;
  return {
    checks: resolveChecks(config, detectRepositoryChecks(root)),
    checkTimeoutMs: checks.timeoutMs,
    ...(checks.testFiles ? { testFiles: checks.testFiles } : {}),
    ...(checks.reports ? { reports: checks.reports } : {}),
    passes: agent.maxReviewPasses,
    e2e: wanted.skipE2e ? 'skipped' : e2eFor(config, evidence),
    ...screensFor(config),
    ...{ localOnly: wanted.localOnly, label, patience: patienceIn(config.forge) },
  };
}

function e2eFor({ e2e: { command, artifactDirs }, checks, devServer }: Config, keepIn: string): PlanJob['e2e'] {
  if (!command) return 'unconfigured';
  const server = devServer?.forE2e ? { server: serverIn(devServer) } : {};
  return { command, timeoutMs: checks.timeoutMs, artifactDirs, keepIn, ...server };
}

const screensFor = ({ devServer }: Config): Pick<PlanJob, 'screens'> =>
  devServer ? { screens: { server: serverIn(devServer), paths: devServer.paths } } : {};

const serverIn = ({ command, url, readyTimeoutSec }: NonNullable<Config['devServer']>): DevServer => ({
  ...{ command, url, readyTimeoutMs: readyTimeoutSec * 1_000 },
});
