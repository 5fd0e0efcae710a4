/** Reads the repository, the configuration and the options of converge, and creates its job. */
import { slug } from '@harness/core/text/slug';
import type { WorkKind } from '@harness/core/trust/work-kind';
import type { ConvergeJob } from '@harness/core/workflows/converge/job';
import type { Invocation } from '../../cli/command.ts';
import { loadSetup, resolveRunSettings } from '../../run/start-run.ts';
import { detectRepositoryChecks, resolveChecks } from '../../settings/checks.ts';
import { trustSettings } from '../../settings/trust.ts';
import { requireWitness } from '../proof/require-witness.ts';

export async function prepareConverge(text: string, invocation: Invocation) {
  const { options } = invocation;
  const setup = await loadSetup(options);
  const { root, config } = setup;
  const given = options['check'] as readonly string[] | undefined;
  const found = given ?? resolveChecks(config, detectRepositoryChecks(root));
  const trust = trustSettings(config, { checks: found });
  const kind = options['kind'] as WorkKind | undefined;
  requireWitness({ ...trust, checks: found, others: given ?? [], kind });
  const job: ConvergeJob = {
    task: text,
    slug: slug(text),
    checks: found,
    baseline: given ? [] : found, // a check on the command line may be the task itself
    testFiles: config.checks.testFiles,
    ...(config.checks.reports ? { reports: config.checks.reports } : {}),
    checkTimeoutMs: (options['checkTimeoutMs'] as number | undefined) ?? config.checks.timeoutMs,
    rooms: true,
    ...trust,
    ...(kind ? { kind } : {}),
    stepDiffs: true,
    passes: (options['passes'] as number | undefined) ?? config.agent.maxReviewPasses,
    whenSpent: 'ask',
    roles: {
      ...(trust.trust?.acceptance === 'independent' ? { accept: 'converge.acceptance-writer' } : {}),
      implement: 'converge.implementer',
      repair: 'converge.implementer',
      review: ['converge.reviewer'],
    },
  };
  return { ...resolveRunSettings(setup, invocation, { workflow: 'converge', task: text }), job };
}
