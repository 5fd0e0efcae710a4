/** Reads the repository, the configuration and the options of converge, and creates its job. */
import type { Config } from '@harness/core/config/schema';
import { slug } from '@harness/core/text/slug';
import type { ConvergeJob } from '@harness/core/workflows/converge/job';
import { loadSetup } from '../../run/start-run.ts';
import { detectRepositoryChecks, resolveChecks } from '../../settings/checks.ts';
import { type Settings, settingsOfJournal } from '../../settings/settings.ts';

export interface ConvergeSetup {
  readonly root: string;
  readonly config: Config;
  readonly settings: Settings;
  readonly job: ConvergeJob;
}

export async function prepareConverge(
  text: string,
  options: Readonly<Record<string, unknown>>,
): Promise<ConvergeSetup> {
  const { flags, root, config } = await loadSetup(options);
  const settings = settingsOfJournal({ config, flags, root, workflow: 'converge', task: text });
  const job: ConvergeJob = {
    task: text,
    slug: slug(text),
    checks: (options['check'] as readonly string[] | undefined) ?? resolveChecks(config, detectRepositoryChecks(root)),
    testFiles: config.checks.testFiles,
    ...(config.checks.reports ? { reports: config.checks.reports } : {}),
    checkTimeoutMs: (options['checkTimeoutMs'] as number | undefined) ?? config.checks.timeoutMs,
    passes: (options['passes'] as number | undefined) ?? config.agent.maxReviewPasses,
    whenSpent: 'ask',
    roles: { implement: 'converge.implementer', repair: 'converge.implementer', review: ['converge.reviewer'] },
  };
  return { root, config, settings, job };
}
