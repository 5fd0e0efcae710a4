/** `harness run <plan>`: takes one plan file to a merged pull request, or runs one phase of it. */
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import type { RunPhase } from '@harness/core/plans/phases';
import { formatTimestamp } from '@harness/core/plans/run-place';
import { sentencesOf } from '@harness/core/workflow';
import type { PlanJob } from '@harness/core/workflows/plan/job';
import { planWorkflow } from '@harness/core/workflows/plan/workflow';
import type { Invocation } from '../../cli/command.ts';
import { resumeCommand } from '../../cli/resume.ts';
import { prepareStateFolder } from '../../plans/state-folder.ts';
import { requireForgeFor } from '../../repository/require-forge.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';
import { planClaim, withClaim } from '../../runs/claim.ts';
import { openStore } from '../../runs/folder.ts';
import { preparePhaseJob } from '../phase/setup.ts';
import { requirePlanNotRunning } from '../queue/daemon-lock.ts';
import { dryRunPlan, type PlanRunStart } from './dry-run.ts';
import { type PlanHistory, readPlanHistory } from './plan-history.ts';
import { claimRunFolder } from './run-folder.ts';
import { findPlan, planJob, requireCommitted, resolvePlanRef } from './setup.ts';
import { findFailedRun, findResumableRun, parsePhase, requireNoUnfinishedRun } from './unfinished-run.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const [ref = ''] = args;
  if (ref.trim() === '') throw new Refusal('usage.missing-input', { what: 'The plan', command: 'run' });
  const namedPhase = parsePhase(options['phase'], ref);
  const setup = await loadSetup(options);
  const { root, config } = setup;
  const store = openStore(root);
  const language = invocation.output.language ?? config.language;
  if (options['resume'] === true) {
    const { id } = (await resolvePlanRef(root, config, ref, language)).plan;
    return resumeCommand(findResumableRun(id, namedPhase, await readPlanHistory(store, id)), invocation);
  }
  const plan = await findPlan(root, config, ref, language);
  const history = await readPlanHistory(store, plan.id);
  const phase = namedPhase ?? 'all';
  const context = resolveRunSettings(setup, invocation, { workflow: 'plan', task: plan.body.slice(0, 2_000) });
  const request = { localOnly: options['localOnly'] === true, skipE2e: options['skipE2e'] === true };
  const prepare = (folder: string) =>
    prepareStart(root, phase, planJob(root, folder, plan, config, request), config, history);
  if (options['dryRun'] === true)
    return dryRunPlan({ ...context, plan, history, ...(await prepare(formatTimestamp(Date.now()))) });
  await requireCommitted(root, config);
  const requireFree = async () => {
    await findPlan(root, config, ref, language); // another process may have finished it
    await requirePlanNotRunning(root, config, plan.id);
    await requireNoUnfinishedRun(store, plan.id, await readPlanHistory(store, plan.id));
  };
  await requireFree();
  await requireForgeFor({ ...context, ...(await prepare('')) }); // refuse before the folder is created
  return withClaim(root, planClaim(plan.id), async (claim) => {
    await requireFree();
    const failed = await findFailedRun(store, history, phase, planJob(root, '', plan, config, request));
    if (failed !== undefined) return goOn(failed, invocation);
    prepareStateFolder(root, config.stateDir);
    const folder = claimRunFolder(root, config.stateDir, plan.id, Date.now());
    return startRun({ ...context, claim, run: `${plan.id}-${folder}`, ...(await prepare(folder)) });
  });
}

/** The claim lasts until the run ends: it is not unfinished before it is resumed. */
function goOn(run: string, invocation: Invocation): Promise<number> {
  const { output } = invocation;
  output.tell(`${sentencesOf(planWorkflow, output.language).goingOn({ run })}\n`);
  return resumeCommand(run, invocation);
}

async function prepareStart(
  root: string,
  phase: RunPhase,
  job: PlanJob,
  config: Config,
  history: PlanHistory,
): Promise<PlanRunStart> {
  const title = `${job.id} ${job.title}`;
  if (phase === 'all') return { machine: 'plan', title, input: job };
  const input = await preparePhaseJob(root, phase, job, config, history);
  return { machine: 'phase', title: `${title} (${phase})`, input };
}
