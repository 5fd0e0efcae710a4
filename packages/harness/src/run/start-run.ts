/** How every command begins a run: old runs are put away, the run is driven in front of the person, and its end is told. */
import { beginRun } from '@harness/engine/runs';
import type { Invocation } from '../cli/command.ts';
import { resolveRepo } from '../cli/repo.ts';
import type { Output } from '../render/screen.ts';
import { requireWorkableRoot } from '../repository/repository.ts';
import { archiveOldRuns } from '../runs/archive-runs.ts';
import { flagsToConfig, parseAgentFlags } from '../settings/agent-flags.ts';
import { loadConfig } from '../settings/config.ts';
import { type Settings, settingsOfJournal, settingsToParams } from '../settings/settings.ts';
import { conclude } from './conclude.ts';
import { runInForeground } from './foreground.ts';
import { newRunId } from './run-id.ts';

type Config = Awaited<ReturnType<typeof loadConfig>>;

/** What a command stands on before it knows what it is asked for. */
export async function standOn(options: Invocation['options']) {
  const flags = parseAgentFlags(options);
  const root = await requireWorkableRoot(resolveRepo(options));
  const config = await loadConfig(root, flagsToConfig(flags), process.env);
  return { flags, root, config };
}

/** How a run of this workflow is performed, and in which language it is told. `task` is what its language is told by. */
export function performing(
  { flags, root, config }: Awaited<ReturnType<typeof standOn>>,
  asked: Output,
  { workflow, task }: { readonly workflow: string; readonly task: string },
): { readonly settings: Settings; readonly output: Output } {
  const settings = settingsOfJournal({ config, flags, root, workflow, task });
  return { settings, output: { ...asked, language: asked.language ?? settings.language } };
}

export interface Start {
  readonly root: string;
  readonly config: Pick<Config, 'store'>;
  readonly settings: Settings;
  readonly output: Output;
  readonly workflows: Invocation['workflows'];
  readonly machine: string;
  /** What the run is called; a few letters are added, so that no two are alike. */
  readonly name: string;
  readonly title: string;
  readonly input: unknown;
}

export async function startRun({
  root,
  config,
  settings,
  output,
  workflows,
  machine,
  name,
  title,
  input,
}: Start): Promise<number> {
  const run = newRunId(name);
  const beginning = { run, machine, title, settings: settingsToParams(settings), input };
  await archiveOldRuns(root, config.store);
  const front = { root, run, workflow: machine, settings, takeOver: false, output, workflows };
  const outcome = await runInForeground({ ...front, go: (world, signal) => beginRun(world, beginning, signal) });
  return conclude(front, outcome);
}
