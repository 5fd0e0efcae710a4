/** The notices of converge before a run starts: its lane has only committed files, and no command checks it. */
import { sentencesOf } from '@harness/core/workflow';
import type { ConvergeJob } from '@harness/core/workflows/converge/job';
import { convergeWorkflow } from '@harness/core/workflows/converge/workflow';
import { readForeignFiles } from '@harness/effects/checkout/foreign-files';
import { nameFiles } from '../../repository/clean-tree.ts';
import type { RunContext } from '../../run/start-run.ts';

export async function startNotices(
  job: ConvergeJob,
  { root, output }: Pick<RunContext, 'root' | 'output'>,
): Promise<readonly string[]> {
  const words = sentencesOf(convergeWorkflow, output.language);
  const foreign = await readForeignFiles(root);
  return [
    ...(foreign.length > 0 ? [words.withoutForeign({ files: nameFiles(foreign) })] : []),
    ...(job.checks.length === 0 ? [words.noChecks({})] : []),
  ];
}
