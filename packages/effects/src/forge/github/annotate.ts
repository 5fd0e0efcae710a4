/** What is written beside a pull request at GitHub: labels and comments, each once. */
import { markOf } from '@harness/core/forge/body';
import * as z from 'zod';
import type { ForgeTask } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import { anything, commentAnswer } from './answers.ts';
import type { GitHubRepo } from './read-pull.ts';

/** Adding a label twice adds it once. One that the repository does not have is made. */
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
        if (!isRefused(again)) throw again; // somebody else made it just now
      });
    await add();
  }
}

const isRefused = (error: unknown) => error instanceof ForgeError && error.failure.code === 'forge.refused';

/** Looked for first, on every try: the mark of the effect is in it. */
export async function commentGitHubPull(
  { client, owner, repo }: GitHubRepo,
  pull: number,
  text: string,
  { effect, signal }: ForgeTask,
) {
  const mark = markOf(effect);
  const path = '/repos/{owner}/{repo}/issues/{pull}/comments';
  const at = { owner, repo, pull };
  const rows = await client.list(z.array(commentAnswer), (page) => page, `GET ${path}`, at, signal);
  const found = rows.find(({ body }) => body?.includes(mark));
  const made =
    found ?? (await client.send(commentAnswer, `POST ${path}`, { ...at, body: `${text}\n\n${mark}` }, signal));
  return made.html_url;
}
