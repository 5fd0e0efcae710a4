/** `harness plan <spec>`: a product spec becomes plan files, or a preview of them. */
import { basename, extname } from 'node:path';
import { mostNewPlans } from '@harness/core/plans/guardrails';
import { Refusal } from '@harness/core/refusal';
import { slug } from '@harness/core/slug';
import { defaultContextDir } from '@harness/core/sources/context-drop';
import type { PlanningJob } from '@harness/core/workflows/planning/machine';
import { readPlans } from '@harness/effects/plans/read';
import { maxSpecBytes } from '@harness/effects/plans/survey';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { conclude } from '../conclude.ts';
import { configFor } from '../config.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { inFront } from '../front.ts';
import { fileOfRepository } from '../plans/input-file.ts';
import { requireOrder } from '../plans/order.ts';
import { workableRoot } from '../repository.ts';
import { newRun } from '../run-name.ts';
import { settingsIn, toParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [given = ''], options, output: asked }: Invocation): Promise<number> {
  if (given.trim() === '') throw new Refusal('usage.missing-input', { what: 'The spec', command: 'plan' });
  const most = mostIn(options['maxNewPlans']);
  const flags = flagsIn(options);
  const root = await workableRoot(repoOf(options));
  const config = await configFor(root, asConfig(flags), process.env);
  const { path: spec, text } = fileOfRepository(root, given, { command: 'plan', maxBytes: maxSpecBytes });
  const settings = settingsIn({ config, flags, root, workflow: 'planning', task: text.slice(0, 2_000) });
  const output = { ...asked, language: asked.language ?? settings.language };
  requireOrder(readPlans(root, config), output.language);
  const { planDir, completedDir, contextDir = defaultContextDir } = config;
  const input: PlanningJob = { spec, planDir, completedDir, contextDir, most, preview: options['preview'] === true };
  const name = newRun(`plan-${slug(basename(spec, extname(spec)))}`);
  const beginning = { run: name, machine: 'planning', title: `Plan ${spec}`, settings: toParams(settings), input };
  const go = (world: World, signal: AbortSignal) => begin(world, beginning, signal);
  await putAway(root, config.store);
  const front = { root, run: name, workflow: 'planning', settings, takeOver: false, output, go };
  return conclude(root, name, await inFront(front), output);
}

function mostIn(said: unknown): number {
  const most = (said as number | undefined) ?? mostNewPlans;
  if (most <= mostNewPlans) return most;
  const detail = `--max-new-plans takes at most ${mostNewPlans}, not "${most}"`;
  throw new Refusal('usage.invalid', { detail, command: 'plan' });
}
