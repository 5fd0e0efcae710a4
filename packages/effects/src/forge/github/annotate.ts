/** Labels a pull request at GitHub. */
import type { ForgeTask } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import { anything } from './answers.ts';
import type { GitHubRepo } from './read-pull.ts';

/** Adding a label twice adds it once. A missing label is created. */
export async function labelGitHubPull(
  { client, owner, repo }: GitHubRepo,
  pull: number,
  label: string,
  { signal }: ForgeTask,
): Promise<void> {
  const add = () =>
    client.send(
      anything,
      'POST /repos/{owner}/{repo}/issues/{pull}/labels',
      { owner, repo, pull, labels: [label] },
      signal,
    );
  try {
    await add();
  } catch (error) {
    if (!isRefused(error)) throw error;
    await client
      .send(anything, 'POST /repos/{owner}/{repo}/labels', { owner, repo, name: label, color: 'ededed' }, signal)
      .catch((again: unknown) => {
        if (!isRefused(again)) throw again; // another process has just created it
      });
    await add();
  }
}

const isRefused = (error: unknown) => error instanceof ForgeError && error.failure.code === 'forge.refused';
