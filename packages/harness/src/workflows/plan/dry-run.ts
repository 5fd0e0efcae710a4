/** Prints the dry run of `harness run`: the whole plan with its delivery, or one phase on the existing branch. */
import type { RepositoryFacts } from '@harness/core/dry-run/assumed-answers';
import type { PlanFile } from '@harness/core/plans/graph';
import { sentencesOf } from '@harness/core/workflow';
import type { PhaseJob } from '@harness/core/workflows/phase/job';
import type { PlanJob } from '@harness/core/workflows/plan/job';
import { planWorkflow } from '@harness/core/workflows/plan/workflow';
import { lanePath } from '@harness/effects/git/lane/lane';
import { changeOf } from '@harness/effects/git/lane/read-change';
import { freeName } from '@harness/effects/git/refs/free-branch';
import { readRef } from '@harness/effects/git/refs/ref';
import { collectRefusal, collectUsualRefusals } from '../../dry-run/obstacles.ts';
import { checkCommands, printDryRun } from '../../dry-run/print-dry-run.ts';
import { requireForgeFor } from '../../repository/require-forge.ts';
import type { RunContext } from '../../run/start-run.ts';
import { openStore } from '../../runs/folder.ts';
import type { PlanHistory } from './plan-history.ts';
import { requireCommitted } from './setup.ts';
import { findFailedRun, requireNoUnfinishedRun } from './unfinished-run.ts';

export interface PlanRunStart {
  readonly machine: 'plan' | 'phase';
  readonly title: string;
  readonly input: PlanJob | PhaseJob;
}

interface DryRunRequest extends RunContext, PlanRunStart {
  readonly plan: PlanFile;
  readonly history: PlanHistory;
}

export async function dryRunPlan(request: DryRunRequest): Promise<number> {
  const { root, config, settings, output, plan, history, machine, title, input } = request;
  const job = 'plan' in input ? input.plan : input;
  const facts = await factsOf(root, job, 'plan' in input);
  const words = sentencesOf(planWorkflow, output.language);
  const notes = [
    ...(job.checks.length === 0 ? [words.noChecks({})] : []),
    ...(builds(input) ? [words.passes({ passes: job.passes })] : []),
  ];
  return printDryRun(
    {
      root,
      workflow: machine,
      title,
      input,
      settings,
      facts,
      branch: facts.branch,
      notes,
      typed: [],
      configured: [...checkCommands(config), ...(config.e2e.command ? [config.e2e.command] : [])],
      obstacles: [
        ...(await collectRefusal(
          () => requireNoUnfinishedRun(openStore(root), plan.id, history),
          output,
          'plan.unfinished',
        )),
        ...(await collectRefusal(
          () => findFailedRun(openStore(root), history, 'phase' in input ? input.phase : 'all', job),
          output,
          'plan.failed-in-queue',
        )),
        ...(await collectRefusal(() => requireCommitted(root, config), output)),
        ...(await collectRefusal(() => requireForgeFor(request), output)),
        ...(await collectUsualRefusals(root, settings, machine, output)),
      ],
    },
    output,
  );
}

const builds = (input: PlanJob | PhaseJob) =>
  !('phase' in input) || input.phase === 'implement' || input.phase === 'fix';

/** A whole run creates a branch. A phase uses the existing branch, so its change is known. */
async function factsOf(root: string, { branch, base, id }: PlanJob, isPhase: boolean): Promise<RepositoryFacts> {
  const change = isPhase ? await changeOf(root, branch, `refs/heads/${base}`) : null;
  const baseCommit = await readRef(root, `refs/heads/${base}^{commit}`);
  return {
    branch: isPhase ? branch : await freeName(root, branch),
    base: change?.head ?? baseCommit,
    lane: lanePath(id),
    foreign: [],
    files: null,
    ...(change === null ? {} : { change: { ...change, diff: Buffer.from(change.text).toString('utf8') } }),
  };
}
