/** Starts a run: loads the setup, resolves the settings and drives the run. Every command that starts a run uses it. */
import type { Config } from '@harness/core/config/schema';
import { startAndDriveRun } from '@harness/engine/runs';
import type { Lock } from '@harness/engine/store/socket-lock';
import type { Invocation } from '../cli/command.ts';
import { resolveRepo } from '../cli/repo.ts';
import { requireWorkableRoot } from '../repository/repository.ts';
import { archiveOldRuns } from '../runs/archive-runs.ts';
import { inCheckout } from '../runs/claim.ts';
import { clearLostRooms } from '../runs/lost-rooms.ts';
import { type AgentFlags, flagsToConfig, parseAgentFlags } from '../settings/agent-flags.ts';
import { loadConfig } from '../settings/config.ts';
import { warnOfOtherConfig } from '../settings/other-config.ts';
import { createRunSettings, settingsToParams } from '../settings/settings.ts';
import { partsOf } from '../workflows/parts.ts';
import { conclude } from './conclude.ts';
import { type ForegroundRun, runInForeground } from './foreground.ts';
import { untranslatedNotice } from './run-language.ts';

export interface Setup {
  readonly flags: AgentFlags;
  readonly root: string;
  readonly config: Config;
}

/** Reads the setup that every command needs before its own arguments. `knownRoot` is the root, if the command has found it. */
export async function loadSetup(options: Invocation['options'], knownRoot?: string): Promise<Setup> {
  const flags = parseAgentFlags(options);
  const root = knownRoot ?? (await requireWorkableRoot(resolveRepo(options)));
  const config = await loadConfig(root, flagsToConfig(flags), process.env);
  return { flags, root, config };
}

export interface RunContext extends Pick<ForegroundRun, 'root' | 'settings' | 'output' | 'workflows'> {
  readonly config: Config;
}

/** Resolves the settings of a run, and the language of its output from `task` unless the user chose one. */
export function resolveRunSettings(
  { flags, root, config }: Setup,
  { output, workflows }: Pick<Invocation, 'output' | 'workflows'>,
  { workflow, task }: { readonly workflow: string; readonly task: string },
): RunContext {
  const settings = createRunSettings({ config, flags, root, workflow, task });
  warnOfOtherConfig(root, output);
  return { root, config, settings, output: { ...output, language: output.language ?? settings.language }, workflows };
}

export interface StartedRun extends RunContext {
  readonly run: string;
  readonly machine: string;
  readonly title: string;
  readonly input: unknown;
  readonly asksNobody?: boolean;
  /** Released when the run has started. */
  readonly claim?: Lock;
  /** Printed when the run starts. */
  readonly notice?: string;
}

/** Starts the run and returns the exit code of the command. */
export async function startRun({
  config,
  machine,
  title,
  input,
  claim,
  notice = '',
  ...given
}: StartedRun): Promise<number> {
  const { root, run, settings } = given;
  const start = { run, machine, title, settings: settingsToParams(settings), input };
  await archiveOldRuns(root, config.store);
  await clearLostRooms(root);
  const foreground: ForegroundRun = {
    ...given,
    workflow: machine,
    takeOver: false,
    drive: (world, signal) => {
      const notices = `${untranslatedNotice(settings.language)}${notice}`;
      if (notices !== '') given.output.tell(notices);
      return startAndDriveRun(world, start, signal, claim?.release);
    },
  };
  const { worksInCheckout } = await partsOf(given.workflows, machine);
  const drive = () => runAndConclude(foreground);
  return worksInCheckout?.(input) ? inCheckout(root, drive) : drive();
}

/** Drives a run in the foreground, prints its result and returns the exit code. */
export async function runAndConclude(foreground: ForegroundRun): Promise<number> {
  const { root, run, output, workflow, workflows } = foreground;
  const outcome = await runInForeground(foreground);
  await clearLostRooms(root);
  const { released } = await partsOf(workflows, workflow);
  await released?.({ root, run, output });
  return conclude(foreground, outcome);
}
