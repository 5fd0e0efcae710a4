/** `harness converge "<text>"`: implements, checks and reviews one task in a lane until nothing blocks. */
import { Refusal } from '@harness/core/failure/refusal';
import type { Invocation } from '../../cli/command.ts';
import { newRunId } from '../../run/run-id.ts';
import { startRun } from '../../run/start-run.ts';
import { dryRunConverge } from './dry-run.ts';
import { startNotices } from './notices.ts';
import { prepareConverge } from './setup.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const [text = ''] = args;
  if (text.trim() === '') throw new Refusal('usage.missing-input', { what: 'The task', command: 'converge' });
  const { job, ...context } = await prepareConverge(text, invocation);
  if (options['dryRun'] === true) return dryRunConverge(job, context, options);
  const run = newRunId(job.slug);
  const notice = (await startNotices(job, context)).map((line) => `${line}\n`).join('');
  return startRun({ ...context, machine: 'converge', run, title: text, input: job, notice });
}
