/** Performs `issues`: subsystem specs, the change of a group, commit hooks, undoing work, and the signal to stop. */
import { realpath } from 'node:fs/promises';
import type { CheckReport } from '@harness/core/effects/check';
import { indexSubsystems } from '@harness/core/effects/issues';
import type { Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { CommandOptions } from '../check/repository-command.ts';
import { type Operations, operationPerformer } from '../operation-performer.ts';
import { performCheckEvidence } from './check-evidence.ts';
import type { IssuesContext } from './context.ts';
import { performReadLoopSignal, performReadTurn, performReplyToTurn } from './loop-signal.ts';
import { performIndexSubsystems, performResolvePlan } from './plan-subsystems.ts';
import { performResetIssue } from './reset-issue.ts';
import { performRunCommitHooks } from './run-commit-hooks.ts';
import { performScopeReview } from './scope-review.ts';
import { performSurveyGroup } from './survey-group.ts';
import { performTakeOutGroup } from './take-out-group.ts';
import { performWriteDiscovery } from './write-discovery.ts';

const operations: Operations<IssuesContext> = {
  'index-subsystems': performIndexSubsystems,
  'resolve-plan': performResolvePlan,
  'scope-review': performScopeReview,
  'check-evidence': performCheckEvidence,
  'survey-group': performSurveyGroup,
  'run-commit-hooks': performRunCommitHooks,
  'take-out-group': performTakeOutGroup,
  'reset-issue': performResetIssue,
  'read-loop-signal': performReadLoopSignal,
  'read-turn': performReadTurn,
  'reply-to-turn': performReplyToTurn,
  'write-discovery': performWriteDiscovery,
};

export interface IssuesOptions extends CommandOptions {
  /** Performer of `check`, which also runs installations. */
  readonly check: Performer<AbortSignal>;
}

export const issuesPerformer = ({ repo, runFolder, check, ...options }: IssuesOptions): Performer<AbortSignal> =>
  operationPerformer<IssuesContext>({
    kind: indexSubsystems.kind,
    repo,
    operations,
    open: async (context) => ({
      repo: await realpath(repo),
      run: context.run,
      key: context.key,
      runFolder: runFolder(context.run),
      signal: context.signal,
      context,
      commands: {
        ...options,
        repo: await realpath(repo),
        runFolder,
        environment: options.environment ?? process.env,
        command: async (input) => (await check.perform(input, context)).outcome as Outcome<CheckReport>,
      },
    }),
  });
