/** Finds a plan, checks that it can run now, and creates its job. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DevServer } from '@harness/core/checks/dev-server';
import type { Config } from '@harness/core/config/schema';
import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import { isCompleted, type PlanFile } from '@harness/core/plans/graph';
import { openDependencies } from '@harness/core/plans/pick';
import { resolvePlan } from '@harness/core/plans/resolve';
import { planRunsFolder } from '@harness/core/plans/run-place';
import { planCodes } from '@harness/core/workflows/plan/codes';
import type { PlanJob } from '@harness/core/workflows/plan/job';
import { planBranch } from '@harness/core/workflows/queue/job';
import type { JobTemplate } from '@harness/core/workflows/queue/state';
import { readRef } from '@harness/effects/git/refs/ref';
import { readPlans } from '@harness/effects/plans/read';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { detectRepositoryChecks, resolveChecks } from '../../settings/checks.ts';
import { trustSettings } from '../../settings/trust.ts';
import { requireWitness } from '../proof/require-witness.ts';

export interface PlanRequest {
  readonly localOnly: boolean;
  readonly skipE2e: boolean;
}

const label = 'agent/automerge'; // DO-08
const ownWorkflows = ['agent automerge', 'automerge', 'agent/automerge'];

/** The timeouts of DO-10. */
const patienceOf = ({
  checksTimeoutMs,
  checksSettleMs,
  mergeTimeoutMs,
  pollMs,
}: Config['forge']): PlanJob['patience'] => ({
  checks: { withinMs: checksTimeoutMs, emptyAfterMs: checksSettleMs, everyMs: pollMs },
  merge: { withinMs: mergeTimeoutMs, everyMs: pollMs },
  ignore: ownWorkflows,
});

/** Finds the plan that `ref` names, with any status, and returns all plans with it. */
export async function resolvePlanRef(root: string, config: Config, ref: string, language: string | undefined) {
  const read = await readPlans(root, config);
  requireValidPlans(read, language);
  const found = resolvePlan(read.plans, ref);
  if (found.is !== 'found') {
    const nearest = found.is === 'several' ? (found.plans[0]?.id ?? '') : (found.nearest ?? '');
    throw refusalOf(planCodes, 'plan.unknown', { plan: ref, nearest, path: config.planDir });
  }
  return { plan: found.plan, plans: read.plans };
}

/** Finds the plan that `ref` names; refuses if it is completed or a dependency is open. */
export async function findPlan(
  root: string,
  config: Config,
  ref: string,
  language: string | undefined,
): Promise<PlanFile> {
  const { plan, plans } = await resolvePlanRef(root, config, ref, language);
  if (isCompleted(plan)) throw refusalOf(planCodes, 'plan.completed', { plan: plan.id });
  const open = openDependencies(plans, plan);
  if (open.length > 0)
    throw refusalOf(planCodes, 'plan.waits', { plan: plan.id, ids: open.join(', '), first: open[0] ?? '' });
  return plan;
}

/** Refuses uncommitted changes, so that the merge contains exactly the reviewed work (D-73). */
export async function requireCommitted(root: string, { baseBranch, stateDir }: Config): Promise<void> {
  if ((await readRef(root, `refs/heads/${baseBranch}^{commit}`)) === null)
    throw new Refusal('base.missing', { branch: baseBranch });
  await requireCleanTree(root, (file) => file.startsWith(`${stateDir}/`), 'git stash --include-untracked');
}

/** `name` is the name of the run's folder. */
export function planJob(root: string, name: string, plan: PlanFile, config: Config, request: PlanRequest): PlanJob {
  const { stateDir, completedDir, baseBranch } = config;
  const folder = `${planRunsFolder(stateDir, plan.id)}/${name}`;
  const template = planJobTemplate(root, config, request, `${folder}/e2e-verify`);
  const { trust, checks, e2e, screens } = template;
  const others = [...(typeof e2e === 'object' ? [e2e] : []), ...(screens ? [screens] : [])];
  requireWitness({ ...(trust ? { trust } : {}), checks, others, kind: plan.kind });
  return {
    id: plan.id,
    slug: plan.slug,
    title: plan.title,
    file: plan.path,
    completedDir,
    base: baseBranch,
    folder,
    text: readFileSync(join(root, plan.path), 'utf8'),
    branch: planBranch(plan),
    estimatedPasses: plan.estimatedPasses,
    ...(plan.kind ? { kind: plan.kind } : {}),
    ...(plan.changes ? { changes: plan.changes } : {}),
    ...template,
  };
}

/** The part of the job that is the same for every plan; `evidence` is the folder for end-to-end evidence. */
export function planJobTemplate(root: string, config: Config, request: PlanRequest, evidence: string): JobTemplate {
  const { checks, agent } = config;
  const commands = resolveChecks(config, detectRepositoryChecks(root));
  return {
    checks: commands,
    baseline: commands,
    checkTimeoutMs: checks.timeoutMs,
    rooms: true,
    stepDiffs: true,
    ...trustSettings(config, { checks: commands }),
    ...(checks.testFiles ? { testFiles: checks.testFiles } : {}),
    ...(checks.reports ? { reports: checks.reports } : {}),
    passes: agent.maxReviewPasses,
    e2e: request.skipE2e ? 'skipped' : e2eFor(config, evidence),
    ...screensFor(config),
    localOnly: request.localOnly,
    label,
    patience: patienceOf(config.forge),
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
  command,
  url,
  readyTimeoutMs: readyTimeoutSec * 1_000,
});
