/** `harness run <plan>`: one plan file, from an empty lane to a merged pull request, or one phase of that. */
import type { Config } from '@harness/core/config/schema';
import type { RunPhase } from '@harness/core/plans/phases';
import { stampOf } from '@harness/core/plans/run-place';
import { Refusal } from '@harness/core/refusal';
import type { PhaseJob } from '@harness/core/workflows/phase/job';
import type { PlanJob } from '@harness/core/workflows/plans/job';
import { beginRun } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { flagsToConfig, parseAgentFlags } from '../agent-flags.ts';
import { archiveOldRuns } from '../archive-runs.ts';
import { conclude } from '../conclude.ts';
import { loadConfig } from '../config.ts';
import { requirePlanNotRunning } from '../daemon/running-plan.ts';
import { dryRunPlan } from '../dry-run/plan.ts';
import { openStore } from '../folder.ts';
import { runInForeground } from '../foreground.ts';
import { preparePhaseJob } from '../plans/phase-setup.ts';
import { type PlanHistory, readPlanHistory } from '../plans/plan-history.ts';
import { claimRunFolder } from '../plans/run-folder.ts';
import { findPlan, planJob, requireCommitted, resolvePlanRef } from '../plans/setup.ts';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { findResumableRun, phaseOfRun, requireNoUnfinishedRun } from '../plans/unfinished-run.ts';
import { requireWorkableRoot } from '../repository.ts';
import { settingsOfJournal, settingsToParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';
import { resumeCommand } from './resume.ts';

export async function run(invocation: Invocation): Promise<number> {
  const {
    args: [ref = ''],
    options,
    output: asked,
  } = invocation;
  if (ref.trim() === '') throw new Refusal('usage.missing-input', { what: 'The plan', command: 'run' });
  const said = phaseOfRun(options['phase'], ref);
  const flags = parseAgentFlags(options);
  const root = await requireWorkableRoot(resolveRepo(options));
  const config = await loadConfig(root, flagsToConfig(flags), process.env);
  const store = openStore(root);
  const language = asked.language ?? config.language;
  if (options['resume'] === true) {
    const { id } = resolvePlanRef(root, config, ref, language).plan;
    return resumeCommand(findResumableRun(id, said, await readPlanHistory(store, id)), invocation);
  }
  const plan = findPlan(root, config, ref, language);
  const history = await readPlanHistory(store, plan.id);
  const phase = said ?? 'all';
  const settings = settingsOfJournal({ config, flags, root, workflow: 'plan', task: plan.body.slice(0, 2_000) });
  const output = { ...asked, language: asked.language ?? settings.language };
  const wanted = { localOnly: options['localOnly'] === true, skipE2e: options['skipE2e'] === true };
  const begun = (folder: string) =>
    beginningOf(root, phase, planJob(root, folder, plan, config, wanted), config, history);
  if (options['dryRun'] === true)
    return dryRunPlan({ root, config, settings, plan, history, ...(await begun(stampOf(Date.now()))) }, output);
  await requireCommitted(root, config);
  await requirePlanNotRunning(root, config, plan.id);
  await requireNoUnfinishedRun(store, plan.id, history);
  await begun(''); // what cannot begin leaves no folder behind
  await archiveOldRuns(root, config.store);
  prepareStateFolder(root, config.stateDir);
  const folder = claimRunFolder(root, config.stateDir, plan.id, Date.now());
  const { machine, input, title } = await begun(folder);
  const name = `${plan.id}-${folder}`;
  const beginning = { run: name, machine, title, settings: settingsToParams(settings), input };
  const go = (world: World, signal: AbortSignal) => beginRun(world, beginning, signal);
  const front = { root, run: name, workflow: machine, settings, takeOver: false, output, go };
  return conclude(root, name, await runInForeground(front), output);
}

interface Beginning {
  readonly machine: 'plan' | 'phase';
  readonly title: string;
  readonly input: PlanJob | PhaseJob;
}

async function beginningOf(
  root: string,
  phase: RunPhase,
  job: PlanJob,
  config: Config,
  history: PlanHistory,
): Promise<Beginning> {
  const title = `${job.id} ${job.title}`;
  if (phase === 'all') return { machine: 'plan', title, input: job };
  const input = await preparePhaseJob(root, phase, job, config, history);
  return { machine: 'phase', title: `${title} (${phase})`, input };
}
