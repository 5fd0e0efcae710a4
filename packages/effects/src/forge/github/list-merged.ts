/** Lists the latest merged pull requests at GitHub. */
import type { MergedPull } from '@harness/core/effects/forge';
import * as z from 'zod';
import type { ForgeTask } from '../forge.ts';
import { pullAnswer } from './answers.ts';
import type { GitHubRepo } from './read-pull.ts';

/** The list does not contain the user who merged. */
export async function listGitHubMerged(
  { client, owner, repo }: GitHubRepo,
  base: string,
  most: number,
  { signal }: ForgeTask,
) {
  const query = { owner, repo, base, state: 'closed', sort: 'updated', direction: 'desc', per_page: 100 };
  const rows = await client.get(z.array(pullAnswer), 'GET /repos/{owner}/{repo}/pulls', query, signal);
  const merged = rows.flatMap(({ number, merged_at, merge_commit_sha, head }): readonly MergedPull[] =>
    merged_at === null
      ? []
      : [
          {
            is: 'merged',
            pull: number,
            branch: head.ref,
            sha: merge_commit_sha ?? '',
            by: 'someone',
            atMs: Date.parse(merged_at),
          },
        ],
  );
  return merged.sort((one, other) => other.atMs - one.atMs || other.pull - one.pull).slice(0, most);
}
