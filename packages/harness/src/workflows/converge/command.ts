/** `harness converge "<text>"`: the smallest loop, in a lane of its own. */
import { Refusal } from '@harness/core/failure/refusal';
import { beginRun } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import type { Invocation } from '../../cli/command.ts';
import { conclude } from '../../run/conclude.ts';
import { runInForeground } from '../../run/foreground.ts';
import { newRunId } from '../../run/run-id.ts';
import { archiveOldRuns } from '../../runs/archive-runs.ts';
import { settingsToParams } from '../../settings/settings.ts';
import { dryRunConverge } from './dry-run.ts';
import { prepareConverge } from './setup.ts';

export async function run({ args: [text = ''], options, output: asked, workflows }: Invocation): Promise<number> {
  if (text.trim() === '') throw new Refusal('usage.missing-input', { what: 'The task', command: 'converge' });
  const { root, config, settings, job } = await prepareConverge(text, options);
  const output = { ...asked, language: asked.language ?? settings.language };
  if (options['dryRun'] === true) return dryRunConverge({ root, config, settings, job }, options, output);
  const { slug: name, checks } = job;
  const beginning = {
    run: newRunId(name),
    machine: 'converge',
    title: text,
    settings: settingsToParams(settings),
    input: job,
  };
  const go = (world: World, signal: AbortSignal) => {
    if (checks.length === 0) output.tell(noCheck);
    return beginRun(world, beginning, signal);
  };
  await archiveOldRuns(root, config.store);
  const { run } = beginning;
  const front = { root, run, workflow: 'converge', settings, takeOver: false, output, workflows, go };
  return conclude(front, await runInForeground(front));
}

const noCheck = 'No check command was given or found: only the review decides. Give one with --check "<command>".\n';
