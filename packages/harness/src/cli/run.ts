/** `harness run <plan>`: one plan file, from an empty lane to a merged pull request. */
import { Refusal } from '@harness/core/refusal';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { conclude } from '../conclude.ts';
import { configFor } from '../config.ts';
import { requireNotInWork } from '../daemon/in-work.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { inFront } from '../front.ts';
import { jobFor, planNamed, requireCommitted } from '../plans/ground.ts';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { workableRoot } from '../repository.ts';
import { newRun } from '../run-name.ts';
import { settingsIn, toParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [ref = ''], options, output: asked }: Invocation): Promise<number> {
  if (ref.trim() === '') throw new Refusal('usage.missing-input', { what: 'The plan', command: 'run' });
  const flags = flagsIn(options);
  const root = await workableRoot(repoOf(options));
  const config = await configFor(root, asConfig(flags), process.env);
  const plan = planNamed(root, config, ref, asked.language ?? config.language);
  await requireNotInWork(root, config, plan.id);
  const settings = settingsIn({ config, flags, root, workflow: 'plan', task: plan.body.slice(0, 2_000) });
  const output = { ...asked, language: asked.language ?? settings.language };
  await requireCommitted(root, config);
  const name = newRun(`${plan.id}-${plan.slug}`);
  const wanted = { localOnly: options['localOnly'] === true, skipE2e: options['skipE2e'] === true };
  const input = jobFor(root, name, plan, config, wanted);
  const title = `${plan.id} ${plan.title}`;
  const beginning = { run: name, machine: 'plan', title, settings: toParams(settings), input };
  const go = (world: World, signal: AbortSignal) => begin(world, beginning, signal);
  await putAway(root, config.store);
  prepareStateFolder(root, config.stateDir);
  const front = { root, run: name, workflow: 'plan', settings, takeOver: false, output, go };
  return conclude(root, name, await inFront(front), output);
}
