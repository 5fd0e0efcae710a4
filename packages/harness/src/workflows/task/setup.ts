/** What a task stands on before a run is made: the configuration, how agents are asked, the job, and the session that is here. */
import type { Config } from '@harness/core/config/schema';
import { detectSessionLanguage, type FoundSession } from '@harness/core/workflows/task/found-session';
import type { TaskWork } from '@harness/core/workflows/task/machine';
import type { StepName, TaskJob } from '@harness/core/workflows/task/session';
import type { SessionSetup } from '@harness/core/workflows/task/state';
import { flagsToConfig, parseAgentFlags } from '../../settings/agent-flags.ts';
import { loadConfig } from '../../settings/config.ts';
import { type Settings, settingsOfJournal } from '../../settings/settings.ts';
import type { TaskFlags } from './flags.ts';
import type { TaskFolder } from './folder.ts';
import { createTaskJob } from './job.ts';
import type { TaskSubcommand } from './subcommand.ts';

export interface TaskRequest {
  readonly form: TaskSubcommand;
  readonly flags: TaskFlags;
  readonly folder: TaskFolder;
  readonly options: Readonly<Record<string, unknown>>;
  /** The session that lies here; `language` is what the command is spoken to in, if anything. */
  find(there: TaskJob, language: string): Promise<FoundSession | undefined>;
}

export interface TaskSetup {
  readonly config: Config;
  readonly settings: Settings;
  readonly job: TaskJob;
  readonly found: FoundSession | undefined;
}

export async function prepareTask({ form, flags, folder, options, find }: TaskRequest): Promise<TaskSetup> {
  const { root } = folder;
  const text = form.is === 'new' ? form.text : '';
  const said = parseAgentFlags(options);
  const config = await loadConfig(root, flagsToConfig(said), process.env);
  const told = settingsOfJournal({ config, flags: said, root, workflow: 'task', task: text });
  const there = createTaskJob({ text, flags, folder, config, language: told.language });
  const found = await find(there, told.language);
  // Who says nothing new is spoken to as before (W-11).
  const settings = { ...told, language: told.language || detectSessionLanguage(found) };
  return { config, settings, job: { ...there, userLang: settings.language || there.userLang }, found };
}

/** What a run begins with: nothing, or what lies here. */
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
