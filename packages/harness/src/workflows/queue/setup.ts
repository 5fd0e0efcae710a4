/** What a daemon stands on: everything that can be wrong with it is said before anything begins. */
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { readRef } from '@harness/effects/git/refs/ref';
import { readPlans } from '@harness/effects/plans/read';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import type { Output } from '../../render/screen.ts';
import { requireWorkableRoot } from '../../repository/repository.ts';
import { flagsToConfig, parseAgentFlags } from '../../settings/agent-flags.ts';
import { loadConfig } from '../../settings/config.ts';
import { type Settings, settingsOfJournal } from '../../settings/settings.ts';

export interface DaemonSetup {
  readonly root: string;
  readonly config: Config;
  readonly settings: Settings;
  readonly output: Output;
  readonly workflows: Invocation['workflows'];
  readonly port: number;
}

/** A graph that is not in order is told with all its defects (DO-15); a base that is not there would fail every plan. */
export async function prepareDaemon({
  options,
  output: asked,
  workflows,
}: Pick<Invocation, 'options' | 'output' | 'workflows'>): Promise<DaemonSetup> {
  const flags = parseAgentFlags(options);
  const root = await requireWorkableRoot(resolveRepo(options));
  const config = await loadConfig(root, flagsToConfig(flags), process.env);
  const settings = settingsOfJournal({ config, flags, root, workflow: 'plans', task: '' });
  const output = { ...asked, language: asked.language ?? settings.language };
  requireValidPlans(readPlans(root, config), output.language);
  const { baseBranch } = config;
  if ((await readRef(root, `refs/heads/${baseBranch}^{commit}`)) === null)
    throw new Refusal('base.missing', { branch: baseBranch });
  const port = (options['port'] as number | undefined) ?? config.control.port;
  return { root, config, settings, output, workflows, port };
}
