/** `harness hello <name>`. */
import { refusalOf } from '@harness/core/failure/refusal';
import { slug } from '@harness/core/text/slug';
import { helloCodes } from '@harness/core/workflows/hello/codes';
import { type HelloJob, hello } from '@harness/core/workflows/hello/machine';
import type { Invocation } from '../../cli/command.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';

export async function run({ args: [name = ''], options, output: asked, workflows }: Invocation): Promise<number> {
  const setup = await loadSetup(options);
  const { root, config } = setup;
  if (config.hello.polite && name.includes('!')) throw refusalOf(helloCodes, 'hello.shouted', { name });
  const { settings, output } = resolveRunSettings(setup, asked, { workflow: hello.id, task: name });
  const input: HelloJob = { name };
  const run = newRunId(slug(`hello ${name}`));
  return startRun({
    root,
    config,
    settings,
    output,
    workflows,
    machine: hello.id,
    run,
    title: `Hello, ${name}`,
    input,
  });
}
