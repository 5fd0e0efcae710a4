/** `harness converge "<text>"`: implements, checks and reviews one task in a lane until nothing blocks. */
import { Refusal } from '@harness/core/failure/refusal';
import { sentencesOf } from '@harness/core/workflow';
import { convergeWorkflow } from '@harness/core/workflows/converge/workflow';
import type { Invocation } from '../../cli/command.ts';
import { newRunId } from '../../run/run-id.ts';
import { startRun } from '../../run/start-run.ts';
import { dryRunConverge } from './dry-run.ts';
import { prepareConverge } from './setup.ts';

export async function run({ args: [text = ''], options, output: rawOutput, workflows }: Invocation): Promise<number> {
  if (text.trim() === '') throw new Refusal('usage.missing-input', { what: 'The task', command: 'converge' });
  const { root, config, settings, job } = await prepareConverge(text, options);
  const output = { ...rawOutput, language: rawOutput.language ?? settings.language };
  if (options['dryRun'] === true) return dryRunConverge({ root, config, settings, job }, options, output);
  const run = newRunId(job.slug);
  const notice = job.checks.length === 0 ? `${sentencesOf(convergeWorkflow, output.language).noChecks({})}\n` : '';
  const start = { machine: 'converge', run, title: text, input: job, notice };
  return startRun({ root, config, settings, output, workflows, ...start });
}
