/** What a daemon stands on: everything that can be wrong with it is said before anything begins. */
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { readRef } from '@harness/effects/git/refs/ref';
import { readPlans } from '@harness/effects/plans/read';
import type { Invocation } from '../../cli/command.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import type { Output } from '../../render/screen.ts';
import { loadSetup, resolveRunSettings } from '../../run/start-run.ts';
import type { Settings } from '../../settings/settings.ts';

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
  const setup = await loadSetup(options);
  const { root, config } = setup;
  const { settings, output } = resolveRunSettings(setup, asked, { workflow: 'plans', task: '' });
  requireValidPlans(readPlans(root, config), output.language);
  const { baseBranch } = config;
  if ((await readRef(root, `refs/heads/${baseBranch}^{commit}`)) === null)
    throw new Refusal('base.missing', { branch: baseBranch });
  const port = (options['port'] as number | undefined) ?? config.control.port;
  return { root, config, settings, output, workflows, port };
}
