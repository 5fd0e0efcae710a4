/** `harness run <plan>`: one plan file, from an empty lane to a merged pull request, or one phase of that. */
import type { Config } from '@harness/core/config/schema';
import type { RunPhase } from '@harness/core/plans/phases';
import { stampOf } from '@harness/core/plans/run-place';
import { Refusal } from '@harness/core/refusal';
import type { Job as PhaseJob } from '@harness/core/workflows/phase/job';
import type { Job as PlanJob } from '@harness/core/workflows/plans/job';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { conclude } from '../conclude.ts';
import { configFor } from '../config.ts';
import { requireNotInWork } from '../daemon/in-work.ts';
import { foretellPlan } from '../dry-run/plan.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { storeOf } from '../folder.ts';
import { inFront } from '../front.ts';
import { jobFor, planNamed, requireCommitted, resolved } from '../plans/ground.ts';
import { type History, historyOf } from '../plans/history.ts';
import { phaseJob } from '../plans/phase-ground.ts';
import { claimRunFolder } from '../plans/run-folder.ts';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { phaseIn, requireNoneUnfinished, resumable } from '../plans/unfinished.ts';
import { workableRoot } from '../repository.ts';
import { settingsIn, toParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';
import { goOn } from './resume.ts';

export async function run(invocation: Invocation): Promise<number> {
  const {
    args: [ref = ''],
    options,
    output: asked,
  } = invocation;
  if (ref.trim() === '') throw new Refusal('usage.missing-input', { what: 'The plan', command: 'run' });
  const said = phaseIn(options['phase'], ref);
  const flags = flagsIn(options);
  const root = await workableRoot(repoOf(options));
  const config = await configFor(root, asConfig(flags), process.env);
  const store = storeOf(root);
  const language = asked.language ?? config.language;
  if (options['resume'] === true) {
    const { id } = resolved(root, config, ref, language).plan;
    return goOn(resumable(id, said, await historyOf(store, id)), invocation);
  }
  const plan = planNamed(root, config, ref, language);
  const history = await historyOf(store, plan.id);
  const phase = said ?? 'all';
  const settings = settingsIn({ config, flags, root, workflow: 'plan', task: plan.body.slice(0, 2_000) });
  const output = { ...asked, language: asked.language ?? settings.language };
  const wanted = { localOnly: options['localOnly'] === true, skipE2e: options['skipE2e'] === true };
  const begun = (folder: string) =>
    beginningOf(root, phase, jobFor(root, folder, plan, config, wanted), config, history);
  if (options['dryRun'] === true)
    return foretellPlan({ root, config, settings, plan, history, ...(await begun(stampOf(Date.now()))) }, output);
  await requireCommitted(root, config);
  await requireNotInWork(root, config, plan.id);
  await requireNoneUnfinished(store, plan.id, history);
  await begun(''); // what cannot begin leaves no folder behind
  await putAway(root, config.store);
  prepareStateFolder(root, config.stateDir);
  const folder = claimRunFolder(root, config.stateDir, plan.id, Date.now());
  const { machine, input, title } = await begun(folder);
  const name = `${plan.id}-${folder}`;
  const beginning = { run: name, machine, title, settings: toParams(settings), input };
  const go = (world: World, signal: AbortSignal) => begin(world, beginning, signal);
  const front = { root, run: name, workflow: machine, settings, takeOver: false, output, go };
  return conclude(root, name, await inFront(front), output);
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
  history: History,
): Promise<Beginning> {
  const title = `${job.id} ${job.title}`;
  if (phase === 'all') return { machine: 'plan', title, input: job };
  const input = await phaseJob(root, phase, job, config, history);
  return { machine: 'phase', title: `${title} (${phase})`, input };
}
