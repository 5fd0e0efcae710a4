/** Prints the dry run of `harness converge`. */
import { sentencesOf } from '@harness/core/workflow';
import type { ConvergeJob } from '@harness/core/workflows/converge/job';
import { convergeWorkflow } from '@harness/core/workflows/converge/workflow';
import { readForeignFiles } from '@harness/effects/checkout/foreign-files';
import { lanePath } from '@harness/effects/git/lane/lane';
import { freeBranch } from '@harness/effects/git/refs/free-branch';
import { readRef } from '@harness/effects/git/refs/ref';
import { collectUsualRefusals } from '../../dry-run/obstacles.ts';
import { checkCommands, printDryRun } from '../../dry-run/print-dry-run.ts';
import type { RunContext } from '../../run/start-run.ts';
import { startNotices } from './notices.ts';

export async function dryRunConverge(
  job: ConvergeJob,
  { root, config, settings, output }: RunContext,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const foreign = await readForeignFiles(root);
  const facts = {
    branch: await freeBranch(root, job.slug),
    base: await readRef(root, 'HEAD^{commit}'),
    lane: lanePath(job.slug),
    foreign,
    files: null,
  };
  const { passes } = sentencesOf(convergeWorkflow, output.language);
  const notes = [...(await startNotices(job, { root, output })), passes({ passes: job.passes })];
  return printDryRun(
    {
      root,
      workflow: 'converge',
      title: job.task,
      input: job,
      settings,
      facts,
      branch: facts.branch,
      notes,
      typed: (options['check'] as readonly string[] | undefined) ?? [],
      configured: checkCommands(config),
      obstacles: await collectUsualRefusals(root, settings, 'converge', output),
    },
    output,
  );
}
