/** Operations on subsystem specs, by name. They read commits, never the checkout: an agent may have written there. */
import type { indexSubsystems, ResolvedPlan, resolvePlan } from '@harness/core/effects/issues';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { planningIndex } from '@harness/core/subsystems/planning-index';
import { resolvePlannedGroups } from '@harness/core/subsystems/resolve-plan';
import { keepText } from '../artifact/keep-text.ts';
import { readArtifact } from '../artifact/store.ts';
import type { Operations } from '../operation-performer.ts';
import type { CommitSpecs } from '../subsystems/commit-specs.ts';
import { performCheckEvidence } from './check-evidence.ts';
import type { ArgsOf, IssuesContext } from './context.ts';
import { withSpecs } from './read-specs.ts';
import { performScopeReview } from './scope-review.ts';
import { performWriteDiscovery } from './write-discovery.ts';

const maxIssueBytes = 300_000;

const performIndexSubsystems = (
  work: IssuesContext,
  { commit, issue }: ArgsOf<typeof indexSubsystems>,
): Promise<Outcome<{ readonly index: Artifact; readonly count: number }>> =>
  withSpecs(work.repo, commit, async (specs) => {
    const text = planningIndex(readArtifact(work.runFolder, issue, maxIssueBytes), withPaths(specs));
    return ok({ index: await keepText(work, 'subsystems.md', text), count: specs.subsystems.length });
  });

const performResolvePlan = (
  { repo }: IssuesContext,
  { commit, ...plan }: ArgsOf<typeof resolvePlan>,
): Promise<Outcome<ResolvedPlan>> =>
  withSpecs(repo, commit, async (specs) => ok(resolvePlannedGroups(plan, withPaths(specs))));

const withPaths = ({ subsystems, files }: CommitSpecs) => ({ subsystems, files: files.map(({ path }) => path) });

export const subsystemOperations: Operations<IssuesContext> = {
  'index-subsystems': performIndexSubsystems,
  'resolve-plan': performResolvePlan,
  'scope-review': performScopeReview,
  'check-evidence': performCheckEvidence,
  'write-discovery': performWriteDiscovery,
};
