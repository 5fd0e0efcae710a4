/** What the run of a plan stands on: the plan, in order and with nothing open before it, and the job that carries it out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@harness/core/config/schema';
import { isCompleted, type PlanFile } from '@harness/core/plans/graph';
import { openDependencies } from '@harness/core/plans/pick';
import { resolvePlan } from '@harness/core/plans/resolve';
import { Refusal } from '@harness/core/refusal';
import type { Job } from '@harness/core/workflows/plans/job';
import { branchOf } from '@harness/core/workflows/plans/queue-job';
import type { JobTemplate } from '@harness/core/workflows/plans/queue-state';
import { readRef } from '@harness/effects/git/ref';
import { readPlans } from '@harness/effects/plans/read';
import { checksFor, detected } from '../checks.ts';
import { requireCleanTree } from '../clean-tree.ts';
import { requireOrder } from './order.ts';

export interface Wanted {
  readonly localOnly: boolean;
  readonly skipE2e: boolean;
}

/** Label and times as in DO-08 and DO-10; a merge that a rule of the forge holds back is waited for an hour. */
const label = 'agent/automerge';
const patience: Job['patience'] = {
  checks: { withinMs: 900_000, emptyAfterMs: 60_000, everyMs: 10_000 },
  merge: { withinMs: 3_600_000, everyMs: 10_000 },
  ignore: ['agent automerge', 'automerge', 'agent/automerge'],
};

export function planNamed(root: string, config: Config, ref: string, language: string | undefined): PlanFile {
  const read = readPlans(root, config);
  requireOrder(read, language);
  const found = resolvePlan(read.plans, ref);
  if (found.is !== 'found') {
    const nearest = found.is === 'several' ? (found.plans[0]?.id ?? '') : (found.nearest ?? '');
    throw new Refusal('plan.unknown', { plan: ref, nearest, path: config.planDir });
  }
  const { plan } = found;
  if (isCompleted(plan)) throw new Refusal('plan.completed', { plan: plan.id });
  const open = openDependencies(read.plans, plan);
  if (open.length > 0) throw new Refusal('plan.waits', { plan: plan.id, ids: open.join(', '), first: open[0] ?? '' });
  return plan;
}

/** The plan is committed and so is everything else: what is merged is what was seen (D-73). */
export async function requireCommitted(root: string, { baseBranch, stateDir }: Config): Promise<void> {
  if ((await readRef(root, `refs/heads/${baseBranch}^{commit}`)) === null)
    throw new Refusal('base.missing', { branch: baseBranch });
  await requireCleanTree(root, (file) => file.startsWith(`${stateDir}/`));
}

export function jobFor(root: string, run: string, plan: PlanFile, config: Config, wanted: Wanted): Job {
  const { stateDir, completedDir, baseBranch } = config;
  return {
    ...{ id: plan.id, slug: plan.slug, title: plan.title, file: plan.path, completedDir, base: baseBranch },
    text: readFileSync(join(root, plan.path), 'utf8'),
    branch: branchOf(plan),
    ...templateFor(root, config, wanted, join(stateDir, 'task-runs', plan.id, run, 'e2e-verify')),
  };
}

/** What is the same for every plan; the evidence of its end-to-end run is kept in `evidence`. */
export function templateFor(root: string, config: Config, wanted: Wanted, evidence: string): JobTemplate {
  const { checks, e2e, agent } = config;
  return {
    checks: checksFor(config, detected(root)),
    checkTimeoutMs: checks.timeoutMs,
    ...(checks.testFiles ? { testFiles: checks.testFiles } : {}),
    ...(checks.reports ? { reports: checks.reports } : {}),
    passes: agent.maxReviewPasses,
    e2e: wanted.skipE2e ? 'skipped' : e2eFor(e2e, checks.timeoutMs, evidence),
    ...{ localOnly: wanted.localOnly, label, patience },
  };
}

const e2eFor = ({ command, artifactDirs }: Config['e2e'], timeoutMs: number, keepIn: string): Job['e2e'] =>
  command ? { command, timeoutMs, artifactDirs, keepIn } : 'unconfigured';
