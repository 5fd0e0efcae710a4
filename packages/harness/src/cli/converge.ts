/** `harness converge "<text>"`: the smallest loop, in a lane of its own. */
import { Refusal } from '@harness/core/refusal';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { conclude } from '../conclude.ts';
import { groundOf } from '../converge/ground.ts';
import { foretellConverge } from '../dry-run/converge.ts';
import { inFront } from '../front.ts';
import { newRun } from '../run-name.ts';
import { toParams } from '../settings.ts';
import type { Invocation } from './command.ts';

export async function run({ args: [text = ''], options, output: asked }: Invocation): Promise<number> {
  if (text.trim() === '') throw new Refusal('usage.missing-input', { what: 'The task', command: 'converge' });
  const { root, config, settings, job } = await groundOf(text, options);
  const output = { ...asked, language: asked.language ?? settings.language };
  if (options['dryRun'] === true) return foretellConverge({ root, config, settings, job }, options, output);
  const { slug: name, checks } = job;
  const beginning = { run: newRun(name), machine: 'converge', title: text, settings: toParams(settings), input: job };
  const go = (world: World, signal: AbortSignal) => {
    if (checks.length === 0) output.tell(noCheck);
    return begin(world, beginning, signal);
  };
  await putAway(root, config.store);
  const outcome = await inFront({
    root,
    run: beginning.run,
    workflow: 'converge',
    settings,
    takeOver: false,
    output,
    go,
  });
  return conclude(root, beginning.run, outcome, output);
}

const noCheck = 'No check command was given or found: only the review decides. Give one with --check "<command>".\n';
