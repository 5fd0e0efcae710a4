/** `harness task …`: plan, generate, verify, evaluate, in the user's own checkout; alias `workflow`. */
import { Refusal } from '@harness/core/refusal';
import { type FoundSession, spokenTo } from '@harness/core/sources/task-session';
import type { Input } from '@harness/core/workflows/task/machine';
import type { Job, StepName } from '@harness/core/workflows/task/session';
import type { Setup } from '@harness/core/workflows/task/state';
import { find } from '@harness/engine/family';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { conclude } from '../conclude.ts';
import { foretellTask } from '../dry-run/task.ts';
import { storeOf } from '../folder.ts';
import { inFront } from '../front.ts';
import { rows } from '../look.ts';
import { commandsFor, sayCommand } from '../next-command.ts';
import type { Output } from '../render/screen.ts';
import { newRun } from '../run-name.ts';
import { toParams } from '../settings.ts';
import { type TaskFlags, taskFlagsIn } from '../task/flags.ts';
import { requireClean, requireNobody, type TaskFolder, taskFolder } from '../task/folder.ts';
import { type Form, formOf } from '../task/form.ts';
import { foundSession, requireStep } from '../task/found.ts';
import { groundOf, inputFor } from '../task/ground.ts';
import { asKnown } from '../task/known.ts';
import { retireOthers } from '../task/retire.ts';
import { openTask, whereOf } from '../task/where.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';
import { goOn } from './resume.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const form = formOf(args);
  const flags = taskFlagsIn(options);
  const folder = await taskFolder(repoOf(options));
  if (options['dryRun'] === true) return foretellTask({ form, flags, folder }, invocation);
  const scene = await sceneOf(form, flags, folder, invocation);
  if (options['clearBase'] === true) return clear(form, scene);
  switch (form.is) {
    case 'where':
      return where(scene);
    case 'step':
      return step(form.step, scene, invocation);
    case 'new':
      return fresh(form, scene);
  }
}

/** Everything that is known before a run is made. */
interface Scene {
  readonly folder: TaskFolder;
  readonly flags: TaskFlags;
  readonly job: Job;
  readonly found: FoundSession | undefined;
  readonly output: Output;
  start(title: string, input: Input): Promise<number>;
}

async function sceneOf(
  form: Form,
  flags: TaskFlags,
  folder: TaskFolder,
  { options, output: asked }: Invocation,
): Promise<Scene> {
  const { root } = folder;
  const find = async (there: Job, language: string) =>
    asKnown(root, spokenTo(foundSession(root, there, asked.tell), language));
  const { config, settings, job, found } = await groundOf({ form, flags, folder, options, find });
  const output = { ...asked, language: asked.language ?? settings.language };
  return {
    ...{ folder, flags, job, found, output },
    async start(title, input) {
      const name = newRun('setup' in input ? input.setup.job.slug : 'clean-up');
      const beginning = { run: name, machine: 'task', title, settings: toParams(settings), input };
      const go = (world: World, signal: AbortSignal) => begin(world, beginning, signal);
      await putAway(root, config.store);
      const asksNobody = 'clearBase' in input;
      const front = { root, run: name, workflow: 'task', settings, takeOver: false, asksNobody, output, go };
      const outcome = await inFront(front);
      await retireOthers(root, name, output);
      return conclude(root, name, outcome, output);
    },
  };
}

/** W-142: the place for all documents, after a plain yes. */
function clear(form: Form, { flags, start }: Scene): Promise<number> {
  if (form.is !== 'where')
    throw new Refusal('usage.invalid', { detail: '--clear-base takes no task: it only clears up', command: 'task' });
  const base = flags.outputDir ?? 'docs/harness';
  return start(`Clear ${base}`, { clearBase: base });
}

/** A new session, or the question about the one that is here. */
async function fresh(
  { text, style }: Extract<Form, { is: 'new' }>,
  { folder, flags, job, found, start }: Scene,
): Promise<number> {
  const setup: Setup = { job, style, mode: flags.mode, model: flags.model };
  await requireNobody(folder.root);
  const earlier = inputFor(found, setup, null);
  if (earlier === null) await requireClean(folder, flags.allowDirty, job.docsPath);
  return start(text, { setup, found: earlier });
}

/** Goes on in the run that halted here; without one, in a new run with the session as the file has it. */
async function step(name: Exclude<StepName, 'plan'>, scene: Scene, invocation: Invocation): Promise<number> {
  const { folder, job, found, start } = scene;
  requireStep(folder.root, name, found);
  const store = storeOf(folder.root);
  const open = openTask(await rows(store, { children: false }));
  if (open) {
    const { log } = await find(store, open.id);
    if (commandsFor(log).includes(name)) await sayCommand(store, open.id, name);
    return goOn(open.id, invocation);
  }
  if (found?.is !== 'session') throw new Refusal('task.none');
  const { session } = found;
  const setup: Setup = { job, style: session.style, mode: session.mode, model: session.model };
  return start(session.job.task, { setup, found: inputFor(found, setup, name) });
}

/** W-33: what comes next, as a command that works. */
async function where({ folder, found, output }: Scene): Promise<number> {
  if (found === undefined || found.is === 'completed') throw new Refusal('task.none');
  if (found.is === 'foreign') throw new Refusal('task.foreign', { skill: found.skill });
  const { phase } = found;
  const { task } = found.is === 'begun' ? found.job : found.session.job;
  const { text, command } = whereOf({ task, phase }, openTask(await rows(storeOf(folder.root), { children: false })));
  const next = output.typed(command);
  output.say(output.json ? `${JSON.stringify({ version: 1, phase, next })}\n` : `${text}\n  next: ${next}\n`);
  return 0;
}
