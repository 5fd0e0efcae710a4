/** `harness mission [SPEC.md]`: a spec as features under a validation contract, in lanes, to merged. */

import { resolve } from 'node:path';
import { messagesFor } from '@harness/core/messages/index';
import { Refusal } from '@harness/core/refusal';
import { slug } from '@harness/core/slug';
import type { Job } from '@harness/core/workflows/mission/machine';
import { find } from '@harness/engine/family';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { conclude } from '../conclude.ts';
import { configFor } from '../config.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { storeOf } from '../folder.ts';
import { inFront } from '../front.ts';
import { rows } from '../look.ts';
import { requireGranted } from '../mission/checkpoints.ts';
import { requireForge } from '../mission/forge.ts';
import { baseFor, checkoutFor, jobFor, requireClean, requireSupported, specFor } from '../mission/ground.ts';
import { workableRoot } from '../repository.ts';
import { newRun } from '../run-name.ts';
import { settingsIn, toParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';
import { run as resume } from './resume.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options, output: asked } = invocation;
  const [given] = args;
  const root = await workableRoot(repoOf(options));
  const earlier = await unfinished(root, given);
  if (earlier !== null) {
    asked.tell(`${messagesFor(asked.language).missionEnding.goingOn({ run: earlier })}\n`);
    return resume({ ...invocation, args: [earlier] });
  }
  await requireGranted(root, storeOf(root));
  const flags = flagsIn(options);
  const config = await configFor(root, asConfig(flags), process.env);
  requireSupported(config);
  await requireForge(root, config);
  const spec = specFor(root, given, asked.language ?? config.language);
  const settings = settingsIn({ config, flags, root, workflow: 'mission', task: spec.text.slice(0, 2_000) });
  const output = { ...asked, language: asked.language ?? settings.language };
  if (options['allowDirty'] !== true) await requireClean(root, spec.path);
  const input = {
    ...jobFor(root, spec.path, await baseFor(root, config), config),
    ...(await checkoutFor(root, config)),
  };
  const name = newRun(slug(`mission ${spec.path.replace(/\.\w+$/, '')}`));
  const beginning = { run: name, machine: 'mission', title: spec.path, settings: toParams(settings), input };
  const go = (world: World, signal: AbortSignal) => begin(world, beginning, signal);
  await putAway(root, config.store);
  const front = { root, run: name, workflow: 'mission', settings, takeOver: false, output, go };
  return conclude(root, name, await inFront(front), output);
}

/** One mission at a time: its features are one file. What is not finished is gone on with (Md-02). */
async function unfinished(root: string, given: string | undefined): Promise<string | null> {
  const store = storeOf(root);
  const open = (await rows(store, { children: false })).find(
    ({ workflow, status }) => workflow === 'mission' && ['running', 'waiting', 'parked'].includes(status),
  );
  if (open === undefined) return null;
  const [first] = (await find(store, open.id)).entries;
  const spec = first?.type === 'started' ? (first.input as Job).spec : '';
  const isMeant = given === undefined || [resolve(given), resolve(root, given)].includes(resolve(root, spec));
  if (!isMeant) throw new Refusal('mission.unfinished', { run: open.id, spec });
  return open.id;
}
