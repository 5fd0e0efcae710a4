/** Indexes subsystem specs for a plan, and resolves it. Reads a commit, never the checkout: an agent may have written there. */

import type { indexSubsystems, ResolvedIssuePlan, resolveIssuePlan } from '@harness/core/effects/issues';
import type { ArgsOf } from '@harness/core/effects/operation';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { planningIndex } from '@harness/core/subsystems/planning-index';
import { resolvePlannedGroups } from '@harness/core/subsystems/resolve-plan';
import { keepText } from '../artifact/keep-text.ts';
import { readArtifact } from '../artifact/store.ts';
import type { CommitSpecs } from '../subsystems/commit-specs.ts';
import type { IssuesContext } from './context.ts';
import { withSpecs } from './read-specs.ts';

const maxIssueBytes = 300_000;

export const performIndexSubsystems = (
  work: IssuesContext,
  { commit, issue }: ArgsOf<typeof indexSubsystems>,
): Promise<Outcome<{ readonly index: Artifact; readonly count: number }>> =>
  withSpecs(work.repo, commit, async (specs) => {
    const text = planningIndex(readArtifact(work.runFolder, issue, maxIssueBytes), withPaths(specs));
    return ok({ index: await keepText(work, 'subsystems.md', text), count: specs.subsystems.length });
  });

export const performResolvePlan = (
  { repo }: IssuesContext,
  { commit, ...plan }: ArgsOf<typeof resolveIssuePlan>,
): Promise<Outcome<ResolvedIssuePlan>> =>
  withSpecs(repo, commit, async (specs) => ok(resolvePlannedGroups(plan, withPaths(specs))));

const withPaths = ({ subsystems, files }: CommitSpecs) => ({ subsystems, files: files.map(({ path }) => path) });
