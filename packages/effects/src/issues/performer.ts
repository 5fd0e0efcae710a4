/** Performs `issues`: subsystem specs, the change of a group, commit hooks, undoing work, and the signal to stop. */
import { realpath } from 'node:fs/promises';
import type { Performer } from '@harness/core/effects/performer';
import { operationPerformer, type RunPlaces } from '../operation-performer.ts';
import { changeOperations } from './change-operations.ts';
import type { IssuesContext } from './context.ts';
import { loopOperations } from './loop-operations.ts';
import { subsystemOperations } from './subsystem-operations.ts';

export const issuesPerformer = ({ repo, runFolder }: RunPlaces): Performer<AbortSignal> =>
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
    }),
  });
