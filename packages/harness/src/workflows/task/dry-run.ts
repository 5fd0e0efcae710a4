/** Prints the dry run of `harness task`. An existing session is reported and not changed. */

import type { RepositoryFacts } from '@harness/core/dry-run/assumed-answers';
import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import { sentencesOf } from '@harness/core/workflow';
import { taskCodes } from '@harness/core/workflows/task/codes';
import { type FoundSession, sessionLanguage } from '@harness/core/workflows/task/found-session';
import type { TaskInput } from '@harness/core/workflows/task/machine';
import { phaseLabel } from '@harness/core/workflows/task/phase';
import type { TaskJob } from '@harness/core/workflows/task/session';
import { taskWorkflow } from '@harness/core/workflows/task/workflow';
import { readForeignFiles } from '@harness/effects/checkout/foreign-files';
import { performReadSessionFiles } from '@harness/effects/checkout/read-session';
import { freeBranch } from '@harness/effects/git/refs/free-branch';
import { readRef } from '@harness/effects/git/refs/ref';
import type { Invocation } from '../../cli/command.ts';
import { collectRefusal, collectUsualRefusals } from '../../dry-run/obstacles.ts';
import { checkCommands, printDryRun } from '../../dry-run/print-dry-run.ts';
import { openStore } from '../../runs/folder.ts';
import { warnOfOtherConfig } from '../../settings/other-config.ts';
import { readSession, requireStepReached } from './find-session.ts';
import type { TaskFlags } from './flags.ts';
import { requireCleanCheckout, type TaskFolder } from './folder.ts';
import { withScope } from './job.ts';
import { findUnfinishedTask, requireNoOpenTask } from './open-task.ts';
import { prepareTask, taskInputFor } from './setup.ts';
import type { TaskSubcommand } from './subcommand.ts';

interface DryRunRequest {
  readonly form: TaskSubcommand;
  readonly flags: TaskFlags;
  readonly folder: TaskFolder;
}

export async function dryRunTask({ form, flags, folder }: DryRunRequest, invocation: Invocation): Promise<number> {
  const { options, output: rawOutput } = invocation;
  if (form.is === 'where' || options['clearBase'] === true) throw noTask;
  const { root } = folder;
  let isUnreadable = false;
  const find = async (draft: TaskJob, language: string) => {
    const found = readSession(root, draft);
    isUnreadable = found === 'unreadable';
    return found === 'unreadable' ? undefined : sessionLanguage(found, language);
  };
  const { config, settings, job, found } = await prepareTask({ form, flags, folder, options, find });
  const output = { ...rawOutput, language: rawOutput.language ?? settings.language };
  warnOfOtherConfig(root, output);
  const { title, input, isNew } = prepareStart(form, flags, root, job, found);
  const store = openStore(root);
  const open = await findUnfinishedTask(store);
  const words = sentencesOf(taskWorkflow, output.language);
  const session = !isNew && found?.is === 'session' ? found.session : undefined;
  const { limits, trust } = session?.job ?? job;
  const facts = await factsOf(folder, session?.job ?? job);
  return printDryRun(
    {
      root,
      workflow: 'task',
      title,
      input,
      settings,
      facts,
      branch: session?.branch ?? (folder.hasGit ? facts.branch : null),
      typed: [flags.lint, flags.typeCheck].filter((command) => command !== undefined),
      configured: checkCommands(config).map((command) => withScope(command, flags.scope) ?? command),
      notes: [
        ...aboutSession(found, isUnreadable, words),
        ...(open === undefined ? [] : [words.unfinished({ run: open })]),
        words.rounds(limits),
        ...(trust ? [words.proof({ witness: trust.witness })] : []),
      ],
      obstacles: [
        ...(await collectRefusal(() => requireNoOpenTask(store, open), output)),
        ...(isNew
          ? await collectRefusal(() => requireCleanCheckout(folder, flags.allowDirty, job.docsPath), output)
          : []),
        ...(await collectUsualRefusals(root, settings, 'task', output)),
      ],
    },
    output,
  );
}

const noTask = new Refusal('usage.invalid', {
  detail: '--dry-run shows the agent calls of a task: give it a task, or the next step',
  command: 'task',
});

interface TaskStart {
  readonly title: string;
  readonly input: TaskInput;
  /** True if no existing session would be asked about. */
  readonly isNew: boolean;
}

/** Creates the input of the real command, and refuses a step without a session in the same way. */
function prepareStart(
  form: Exclude<TaskSubcommand, { is: 'where' }>,
  { mode, model }: TaskFlags,
  root: string,
  job: TaskJob,
  found: FoundSession | undefined,
): TaskStart {
  if (form.is === 'new') {
    const setup = { job, style: form.style, mode, model };
    const earlier = taskInputFor(found, setup, null);
    return { title: form.text, input: { setup, found: earlier }, isNew: earlier === null };
  }
  requireStepReached(root, form.step, found);
  if (found?.is !== 'session') throw refusalOf(taskCodes, 'task.none', {});
  const { session } = found;
  const setup = { job, style: session.style, mode: session.mode, model: session.model };
  return { title: session.job.task, input: { setup, found: taskInputFor(found, setup, form.step) }, isNew: false };
}

async function factsOf({ root, hasGit }: TaskFolder, { slug, docsPath }: TaskJob): Promise<RepositoryFacts> {
  const session = await performReadSessionFiles({ repo: root }, { docsPath });
  return {
    branch: hasGit ? await freeBranch(root, slug) : '',
    base: hasGit ? await readRef(root, 'HEAD^{commit}') : null,
    lane: '',
    foreign: hasGit ? await readForeignFiles(root) : [],
    files: session.ok ? session.value : null,
  };
}

function aboutSession(
  found: FoundSession | undefined,
  isUnreadable: boolean,
  words: (typeof taskWorkflow)['words']['en']['sentences'],
): readonly string[] {
  if (isUnreadable) return [words.sessionUnreadable({ file: '.harness/state.json' })];
  if (found?.is === 'foreign') return [words.sessionForeign({ skill: found.skill })];
  if (found === undefined || found.is === 'completed') return [];
  const { task } = found.is === 'begun' ? found.job : found.session.job;
  return [words.session({ task, phase: phaseLabel(found.phase) })];
}
