/** What a daemon stands on: everything that can be wrong with it is said before anything begins. */
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/refusal';
import { readRef } from '@harness/effects/git/ref';
import { readPlans } from '@harness/effects/plans/read';
import type { Invocation } from '../cli/command.ts';
import { repoOf } from '../cli/repo.ts';
import { configFor } from '../config.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { requireOrder } from '../plans/order.ts';
import type { Output } from '../render/screen.ts';
import { workableRoot } from '../repository.ts';
import { type Settings, settingsIn } from '../settings.ts';

export interface Ground {
  readonly root: string;
  readonly config: Config;
  readonly settings: Settings;
  readonly output: Output;
  readonly port: number;
}

/** A graph that is not in order is told with all its defects (DO-15); a base that is not there would fail every plan. */
export async function groundFor({ options, output: asked }: Pick<Invocation, 'options' | 'output'>): Promise<Ground> {
  const flags = flagsIn(options);
  const root = await workableRoot(repoOf(options));
  const config = await configFor(root, asConfig(flags), process.env);
  const settings = settingsIn({ config, flags, root, workflow: 'plans', task: '' });
  const output = { ...asked, language: asked.language ?? settings.language };
  requireOrder(readPlans(root, config), output.language);
  const { baseBranch } = config;
  if ((await readRef(root, `refs/heads/${baseBranch}^{commit}`)) === null)
    throw new Refusal('base.missing', { branch: baseBranch });
  const port = (options['port'] as number | undefined) ?? config.control.port;
  return { root, config, settings, output, port };
}
