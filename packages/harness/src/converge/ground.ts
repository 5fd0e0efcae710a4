/** What converge stands on before a run is made: the repository, the configuration, how agents are asked, and the job. */
import type { Config } from '@harness/core/config/schema';
import { slug } from '@harness/core/slug';
import type { Job } from '@harness/core/workflows/converge/job';
import { checksFor, detected } from '../checks.ts';
import { passesIn } from '../cli/passes.ts';
import { repoOf } from '../cli/repo.ts';
import { configFor } from '../config.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { workableRoot } from '../repository.ts';
import { type Settings, settingsIn } from '../settings.ts';

export interface Ground {
  readonly root: string;
  readonly config: Config;
  readonly settings: Settings;
  readonly job: Job;
}

export async function groundOf(text: string, options: Readonly<Record<string, unknown>>): Promise<Ground> {
  const allowed = passesIn(options['passes']);
  const flags = flagsIn(options);
  const root = await workableRoot(repoOf(options));
  const config = await configFor(root, asConfig(flags), process.env);
  const settings = settingsIn({ config, flags, root, workflow: 'converge', task: text });
  const job: Job = {
    task: text,
    slug: slug(text),
    checks: (options['check'] as readonly string[] | undefined) ?? checksFor(config, detected(root)),
    testFiles: config.checks.testFiles,
    ...(config.checks.reports ? { reports: config.checks.reports } : {}),
    checkTimeoutMs: (options['checkTimeoutMs'] as number | undefined) ?? config.checks.timeoutMs,
    passes: allowed ?? config.agent.maxReviewPasses,
    whenSpent: 'ask',
    roles: { implement: 'converge.implementer', repair: 'converge.implementer', review: ['converge.reviewer'] },
  };
  return { root, config, settings, job };
}
