/** `harness task …`: plan, generate, verify, evaluate, in the user's own checkout; alias `workflow`. */

import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import { taskCodes } from '@harness/core/workflows/task/codes';
import { type FoundSession, sessionLanguage } from '@harness/core/workflows/task/found-session';
import type { TaskInput } from '@harness/core/workflows/task/machine';
import type { StepName, TaskJob } from '@harness/core/workflows/task/session';
import type { SessionSetup } from '@harness/core/workflows/task/state';
import { readStoredRun } from '@harness/engine/run-tree';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { resumeCommand } from '../../cli/resume.ts';
import type { Output } from '../../render/screen.ts';
import { acceptedCommands, sendCommand } from '../../run/next-command.ts';
import { newRunId } from '../../run/run-id.ts';
import { startRun } from '../../run/start-run.ts';
import { openStore } from '../../runs/folder.ts';
import { listRunRows } from '../../runs/read-runs.ts';
import { dryRunTask } from './dry-run.ts';
import { findSession, requireStepReached } from './find-session.ts';
import { type TaskFlags, taskFlagsIn } from './flags.ts';
import { requireCleanCheckout, requireUnowned, type TaskFolder, taskFolder } from './folder.ts';
import { withRunFacts } from './recall-session.ts';
import { openTask, sessionPosition } from './session-position.ts';
import { prepareTask, taskInputFor } from './setup.ts';
import { parseSubcommand, type TaskSubcommand } from './subcommand.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const form = parseSubcommand(args);
  const flags = taskFlagsIn(options);
  const folder = await taskFolder(resolveRepo(options));
  if (options['dryRun'] === true) return dryRunTask({ form, flags, folder }, invocation);
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
  readonly job: TaskJob;
  readonly found: FoundSession | undefined;
  readonly output: Output;
  start(title: string, input: TaskInput): Promise<number>;
}

async function sceneOf(
  form: TaskSubcommand,
  flags: TaskFlags,
  folder: TaskFolder,
  { options, output: asked, workflows }: Invocation,
): Promise<Scene> {
  const { root } = folder;
  const find = async (there: TaskJob, language: string) =>
    withRunFacts(root, sessionLanguage(findSession(root, there, asked.tell), language));
  const { config, settings, job, found } = await prepareTask({ form, flags, folder, options, find });
  const output = { ...asked, language: asked.language ?? settings.language };
  return {
    ...{ folder, flags, job, found, output },
    async start(title, input) {
      const run = newRunId('setup' in input ? input.setup.job.slug : 'clean-up');
      const asksNobody = 'clearBase' in input;
      return startRun({ root, config, settings, output, workflows, machine: 'task', run, title, input, asksNobody });
    },
  };
}

/** W-142: the place for all documents, after a plain yes. */
function clear(form: TaskSubcommand, { flags, start }: Scene): Promise<number> {
  if (form.is !== 'where')
    throw new Refusal('usage.invalid', { detail: '--clear-base takes no task: it only clears up', command: 'task' });
  const base = flags.outputDir ?? 'docs/harness';
  return start(`Clear ${base}`, { clearBase: base });
}

/** A new session, or the question about the one that is here. */
async function fresh(
  { text, style }: Extract<TaskSubcommand, { is: 'new' }>,
  { folder, flags, job, found, start }: Scene,
): Promise<number> {
  const setup: SessionSetup = { job, style, mode: flags.mode, model: flags.model };
  await requireUnowned(folder.root);
  const earlier = taskInputFor(found, setup, null);
  if (earlier === null) await requireCleanCheckout(folder, flags.allowDirty, job.docsPath);
  return start(text, { setup, found: earlier });
}

/** Goes on in the run that halted here; without one, in a new run with the session as the file has it. */
async function step(name: Exclude<StepName, 'plan'>, scene: Scene, invocation: Invocation): Promise<number> {
  const { folder, job, found, start } = scene;
  requireStepReached(folder.root, name, found);
  const store = openStore(folder.root);
  const open = openTask(await listRunRows(store, { children: false }));
  if (open) {
    const { log } = await readStoredRun(store, open.id);
    if (acceptedCommands(log).includes(name)) await sendCommand(store, open.id, name);
    return resumeCommand(open.id, invocation);
  }
  if (found?.is !== 'session') throw refusalOf(taskCodes, 'task.none', {});
  const { session } = found;
  const setup: SessionSetup = { job, style: session.style, mode: session.mode, model: session.model };
  return start(session.job.task, { setup, found: taskInputFor(found, setup, name) });
}

/** W-33: what comes next, as a command that works. */
async function where({ folder, found, output }: Scene): Promise<number> {
  if (found === undefined || found.is === 'completed') throw refusalOf(taskCodes, 'task.none', {});
  if (found.is === 'foreign') throw refusalOf(taskCodes, 'task.foreign', { skill: found.skill });
  const { phase } = found;
  const { task } = found.is === 'begun' ? found.job : found.session.job;
  const { text, command } = sessionPosition(
    { task, phase },
    openTask(await listRunRows(openStore(folder.root), { children: false })),
  );
  const next = output.typed(command);
  output.say(output.json ? `${JSON.stringify({ version: 1, phase, next })}\n` : `${text}\n  next: ${next}\n`);
  return 0;
}
