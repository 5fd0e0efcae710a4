/** Prepares a task before its run starts: configuration, settings, job, and the existing session. */
import { detectSessionLanguage, type FoundSession } from '@harness/core/workflows/task/found-session';
import type { TaskWork } from '@harness/core/workflows/task/machine';
import type { StepName, TaskJob } from '@harness/core/workflows/task/session';
import type { SessionSetup } from '@harness/core/workflows/task/state';
import { flagsToConfig, parseAgentFlags } from '../../settings/agent-flags.ts';
import { loadConfig } from '../../settings/config.ts';
import { createRunSettings } from '../../settings/settings.ts';
import type { TaskFlags } from './flags.ts';
import type { TaskFolder } from './folder.ts';
import { createTaskJob } from './job.ts';
import type { TaskSubcommand } from './subcommand.ts';

export interface TaskRequest {
  readonly form: TaskSubcommand;
  readonly flags: TaskFlags;
  readonly folder: TaskFolder;
  readonly options: Readonly<Record<string, unknown>>;
  /** Finds the existing session; `language` is the language of the command, empty if unknown. */
  find(draft: TaskJob, language: string): Promise<FoundSession | undefined>;
}

export async function prepareTask({ form, flags, folder, options, find }: TaskRequest) {
  const { root } = folder;
  const text = form.is === 'new' ? form.text : '';
  const agentFlags = parseAgentFlags(options);
  const config = await loadConfig(root, flagsToConfig(agentFlags), process.env);
  const journalSettings = createRunSettings({ config, flags: agentFlags, root, workflow: 'task', task: text });
  const draft = createTaskJob({ text, flags, folder, config, language: journalSettings.language });
  const found = await find(draft, journalSettings.language);
  // Fall back to the session's language (W-11).
  const settings = { ...journalSettings, language: journalSettings.language || detectSessionLanguage(found) };
  return { config, settings, job: { ...draft, userLang: settings.language || draft.userLang }, found };
}

/** The existing session as input of a run; null if there is none. */
export function taskInputFor(
  found: FoundSession | undefined,
  setup: SessionSetup,
  step: StepName | null,
): TaskWork['found'] {
  switch (found?.is) {
    case undefined:
    case 'completed':
      return null;
    case 'foreign':
      return { skill: found.skill };
    case 'begun':
      return { begun: { ...setup, job: found.job } };
    case 'session':
      return { session: found.session, phase: found.phase, step, document: found.document };
  }
}
