/** `harness learnings prune`: moves old learnings to the archive. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { learningsFile } from '@harness/core/learnings/learnings';
import { messagesFor } from '@harness/core/messages/index';
import { type PruneResult, pruneLearningsFile } from '@harness/effects/learnings/prune';
import { printResult } from '../render/screen.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { withClaim } from '../runs/claim.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ args: [action = ''], options, output }: Invocation): Promise<number> {
  if (action !== 'prune')
    throw new Refusal('usage.invalid', {
      detail: `the only action of learnings is prune, not "${action}"`,
      command: 'learnings',
    });
  const root = findRepositoryRoot(resolveRepo(options));
  const result = await prune(root);
  const { documents: words } = messagesFor(output.language);
  const { kept, archived, file } = result;
  return printResult(output, result, () =>
    file === null
      ? `${words['learnings.unchanged']({ left: kept })}\n`
      : `${words['learnings.pruned']({ archived, left: kept, file })}\n`,
  );
}

/** Two prunes at the same time would archive the same entries. */
async function prune(root: string): Promise<PruneResult> {
  const isThere = existsSync(join(root, learningsFile));
  return isThere
    ? withClaim(root, 'learnings', () => pruneLearningsFile(root, new Date()))
    : pruneLearningsFile(root, new Date());
}
