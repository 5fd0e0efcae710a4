/** `harness hello <name>`. */
import { refusalOf } from '@harness/core/failure/refusal';
import { slug } from '@harness/core/text/slug';
import { helloCodes } from '@harness/core/workflows/hello/codes';
import { type HelloJob, hello } from '@harness/core/workflows/hello/machine';
import type { Invocation } from '../../cli/command.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';

export async function run(invocation: Invocation): Promise<number> {
  const [name = ''] = invocation.args;
  const setup = await loadSetup(invocation.options);
  if (setup.config.hello.polite && name.includes('!')) throw refusalOf(helloCodes, 'hello.shouted', { name });
  const context = resolveRunSettings(setup, invocation, { workflow: hello.id, task: name });
  const input: HelloJob = { name };
  const run = newRunId(slug(`hello ${name}`));
  return startRun({ ...context, machine: hello.id, run, title: `Hello, ${name}`, input });
}
