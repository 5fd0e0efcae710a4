/** Performs `issues`: subsystem specs, the change of a group, commit hooks, undoing work, and the signal to stop. */
import { realpath } from 'node:fs/promises';
import type { CheckReport } from '@harness/core/effects/check';
import type { Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { CommandOptions } from '../check/run-command.ts';
import { operationPerformer } from '../operation-performer.ts';
import { changeOperations } from './change-operations.ts';
import type { IssuesContext } from './context.ts';
import { loopOperations } from './loop-operations.ts';
import { subsystemOperations } from './subsystem-operations.ts';

export interface IssuesOptions extends CommandOptions {
  /** Performer of `check`, which also runs installations. */
  readonly check: Performer<AbortSignal>;
}

export const issuesPerformer = ({ repo, runFolder, check, ...options }: IssuesOptions): Performer<AbortSignal> =>
  operationPerformer<IssuesContext>({
    kind: 'issues',
    repo,
    operations: { ...subsystemOperations, ...changeOperations, ...loopOperations },
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
