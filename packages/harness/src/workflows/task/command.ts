/** `harness task …`: plans, generates, verifies and evaluates one task in the user's checkout; alias `workflow`. */

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
import { type Output, printResult } from '../../render/screen.ts';
import { acceptedCommands, sendCommand } from '../../run/next-command.ts';
import { newRunId } from '../../run/run-id.ts';
import { startRun } from '../../run/start-run.ts';
import { withClaim } from '../../runs/claim.ts';
import { openStore } from '../../runs/folder.ts';
import { findUnfinishedRun } from '../../runs/read-runs.ts';
import { warnOfOtherConfig } from '../../settings/other-config.ts';
import { dryRunTask } from './dry-run.ts';
import { findSession, requireStepReached } from './find-session.ts';
import { parseTaskFlags, type TaskFlags } from './flags.ts';
import { requireCleanCheckout, requireUnowned, type TaskFolder, taskFolder } from './folder.ts';
import { addRunFacts } from './recall-session.ts';
import { sessionPosition } from './session-position.ts';
import { prepareTask, taskInputFor } from './setup.ts';
import { parseSubcommand, type TaskSubcommand } from './subcommand.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const form = parseSubcommand(args);
  const flags = parseTaskFlags(options);
  const folder = await taskFolder(resolveRepo(options));
  if (options['dryRun'] === true) return dryRunTask({ form, flags, folder }, invocation);
  const context = await prepareContext(form, flags, folder, invocation);
  if (options['clearBase'] === true) return clearBase(form, context);
  switch (form.is) {
    case 'where':
      return printPosition(context);
    case 'step':
      return runStep(form.step, context, invocation);
    case 'new':
      return startNew(form, context);
  }
}

interface TaskContext {
  readonly folder: TaskFolder;
  readonly flags: TaskFlags;
  readonly job: TaskJob;
  readonly found: FoundSession | undefined;
  readonly output: Output;
  start(title: string, input: TaskInput): Promise<number>;
}

async function prepareContext(
  form: TaskSubcommand,
  flags: TaskFlags,
  folder: TaskFolder,
  { options, output: rawOutput, workflows }: Invocation,
): Promise<TaskContext> {
  const { root } = folder;
  const before = await newestTask(root);
  const find = async (draft: TaskJob, language: string) =>
    addRunFacts(root, sessionLanguage(findSession(root, draft, rawOutput.tell), language));
  const { config, settings, job, found } = await prepareTask({ form, flags, folder, options, find });
  const output = { ...rawOutput, language: rawOutput.language ?? settings.language };
  warnOfOtherConfig(root, output);
  return {
    folder,
    flags,
    job,
    found,
    output,
    async start(title, input) {
      const run = newRunId('setup' in input ? input.setup.job.slug : 'clean-up');
      const asksNobody = 'clearBase' in input;
      const context = { root, config, settings, output, workflows };
      return withClaim(root, 'task', async (claim) => {
        await requireUnowned(root);
        if ((await newestTask(root)) !== before) throw new Refusal('work.claimed', { what: 'task' });
        return startRun({ ...context, claim, machine: 'task', run, title, input, asksNobody });
      });
    },
  };
}

/** The newest unfinished task: the session was read when it was this one. */
const newestTask = async (root: string) => (await findUnfinishedRun(openStore(root), 'task'))?.id;

/** W-142: deletes the documents of all sessions after a confirmation. */
function clearBase(form: TaskSubcommand, { flags, start }: TaskContext): Promise<number> {
  if (form.is !== 'where')
    throw new Refusal('usage.invalid', {
      detail: '--clear-base takes no task: it only deletes documents',
      command: 'task',
    });
  const base = flags.outputDir ?? 'docs/harness';
  return start(`Clear ${base}`, { clearBase: base });
}

/** Starts a session, or asks about the existing one. */
async function startNew(
  { text, style }: Extract<TaskSubcommand, { is: 'new' }>,
  { folder, flags, job, found, start }: TaskContext,
): Promise<number> {
  const setup: SessionSetup = { job, style, mode: flags.mode, model: flags.model };
  await requireUnowned(folder.root);
  const earlier = taskInputFor(found, setup, null);
  if (earlier === null) await requireCleanCheckout(folder, flags.allowDirty, job.docsPath);
  return start(text, { setup, found: earlier });
}

/** Resumes the halted run; without one, starts a run from the session in the state file. */
async function runStep(name: Exclude<StepName, 'plan'>, context: TaskContext, invocation: Invocation): Promise<number> {
  const { folder, job, found, start } = context;
  requireStepReached(folder.root, name, found);
  const store = openStore(folder.root);
  const open = await findUnfinishedRun(store, 'task');
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

/** W-33: prints the next command. */
async function printPosition({ folder, found, output }: TaskContext): Promise<number> {
  if (found === undefined || found.is === 'completed') throw refusalOf(taskCodes, 'task.none', {});
  if (found.is === 'foreign') throw refusalOf(taskCodes, 'task.foreign', { skill: found.skill });
  const { phase } = found;
  const { task } = found.is === 'begun' ? found.job : found.session.job;
  const open = await findUnfinishedRun(openStore(folder.root), 'task');
  const { text, command } = sessionPosition({ task, phase }, open);
  const next = output.typed(command);
  return printResult(output, { phase, next }, () => `${text}\n  next: ${next}\n`);
}
