/** What a task stands on before a run is made: the configuration, how agents are asked, the job, and the session that is here. */
import type { Config } from '@harness/core/config/schema';
import { type FoundSession, languageIn } from '@harness/core/sources/task-session';
import type { Work } from '@harness/core/workflows/task/machine';
import type { Job, StepName } from '@harness/core/workflows/task/session';
import type { Setup } from '@harness/core/workflows/task/state';
import { configFor } from '../config.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { type Settings, settingsIn } from '../settings.ts';
import type { TaskFlags } from './flags.ts';
import type { TaskFolder } from './folder.ts';
import type { Form } from './form.ts';
import { jobOf } from './job.ts';

export interface Asked {
  readonly form: Form;
  readonly flags: TaskFlags;
  readonly folder: TaskFolder;
  readonly options: Readonly<Record<string, unknown>>;
  /** The session that lies here; `language` is what the command is spoken to in, if anything. */
  find(there: Job, language: string): Promise<FoundSession | undefined>;
}

export interface Ground {
  readonly config: Config;
  readonly settings: Settings;
  readonly job: Job;
  readonly found: FoundSession | undefined;
}

export async function groundOf({ form, flags, folder, options, find }: Asked): Promise<Ground> {
  const { root } = folder;
  const text = form.is === 'new' ? form.text : '';
  const said = flagsIn(options);
  const config = await configFor(root, asConfig(said), process.env);
  const told = settingsIn({ config, flags: said, root, workflow: 'task', task: text });
  const there = jobOf({ text, flags, folder, config, language: told.language });
  const found = await find(there, told.language);
  // Who says nothing new is spoken to as before (W-11).
  const settings = { ...told, language: told.language || languageIn(found) };
  return { config, settings, job: { ...there, userLang: settings.language || there.userLang }, found };
}

/** What a run begins with: nothing, or what lies here. */
export function inputFor(found: FoundSession | undefined, setup: Setup, step: StepName | null): Work['found'] {
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
