/**
 * The forge at GitHub: the API by Octokit, the branches by `git push`.
 *
 *   G1. The token reaches git by its environment, bound to the host of the remote: it is in no argument and no file.
 *   G2. Git is not left waiting for a line that is dead.
 */
import type { MergedPull } from '@harness/core/effects/forge';
import { markOf } from '@harness/core/forge/body';
import * as z from 'zod';
import { git, gitOrThrow } from '../../git/command.ts';
import type { Forge, ForgeTask } from '../forge.ts';
import { pushCommit, type Remote, whyGitRefused } from '../push.ts';
import { ForgeError } from '../trouble.ts';
import { anything, commentAnswer, pullAnswer } from './answers.ts';
import { type Access, gitHubClient } from './client.ts';
import { explainAt } from './explain.ts';
import { checksAt, type Hub, lookAtHub, reviewsAt } from './look.ts';
import { mergeAtHub } from './merge.ts';
import { openAtHub } from './open.ts';

interface Settings extends Access {
  /** The top of the target's working tree. */
  readonly target: string;
  /** The name of the remote in the target. */
  readonly remote: string;
  readonly owner: string;
  readonly repo: string;
}

export function gitHubForge({ target, remote, owner, repo, ...access }: Settings): Forge {
  const hub: Hub = { client: gitHubClient(access), owner, repo };
  const to = async (): Promise<Remote> => ({
    repo: target,
    remote,
    env: await environment(target, remote, access.token),
  });
  return {
    push: async ({ branch, commit }) => pushCommit(await to(), branch, commit),
    fetchBase: async (base) => fetchBase(await to(), base),
    open: (args, task) => openAtHub(hub, args, task),
    look: (pull, { signal }) => lookAtHub(hub, pull, signal),
    reviews: (pull, { signal }) => reviewsAt(hub, pull, signal),
    runChecks: async () => {}, // GitHub runs them when a branch is pushed
    checks: async ({ head }, { signal }) => ({ checks: await checksAt(hub, head, signal), mayGrow: true }),
    explain: (red, { signal }) => Promise.all(red.map((check) => explainAt(hub, check, signal))),
    precedes: async (one, other) => (await git(target, ['merge-base', '--is-ancestor', one, other])).exitCode === 0,
    label: (pull, label, task) => labelAt(hub, pull, label, task),
    comment: (pull, text, task) => commentAt(hub, pull, text, task),
    merge: (args, task) => mergeAtHub(hub, args, task),
    listMerged: (base, most, task) => mergedAt(hub, base, most, task),
  };
}

async function fetchBase(from: Remote, base: string): Promise<string> {
  const tracking = `refs/remotes/${from.remote}/${base}`;
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no'];
  const result = await git(from.repo, [...args, from.remote, `+refs/heads/${base}:${tracking}`], { env: from.env });
  if (/couldn't find remote ref/.test(result.stderr))
    throw new ForgeError('forge.not-found', { detail: `the branch ${base}` });
  if (result.exitCode !== 0) throw whyGitRefused(result);
  return gitOrThrow(from.repo, ['rev-parse', '--verify', `${tracking}^{commit}`]);
}

/** A remote by ssh or by path authorizes in its own way. */
async function environment(target: string, remote: string, token: string): Promise<Record<string, string>> {
  const url = await gitOrThrow(target, ['remote', 'get-url', '--push', remote]);
  const quiet = { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=30' };
  if (!/^https?:/.test(url)) return quiet;
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const settings = [
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
    ['credential.helper', ''],
    [`http.${new URL(url).origin}/.extraHeader`, `Authorization: Basic ${basic}`],
  ];
  const pairs = settings.flatMap(([name = '', value = ''], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...quiet, GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(pairs) };
}

/** Adding a label twice adds it once. One that the repository does not have is made. */
async function labelAt(
  { client, owner, repo }: Hub,
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
async function commentAt({ client, owner, repo }: Hub, pull: number, text: string, { effect, signal }: ForgeTask) {
  const mark = markOf(effect);
  const path = '/repos/{owner}/{repo}/issues/{pull}/comments';
  const at = { owner, repo, pull };
  const rows = await client.list(z.array(commentAnswer), (page) => page, `GET ${path}`, at, signal);
  const found = rows.find(({ body }) => body?.includes(mark));
  const made =
    found ?? (await client.send(commentAnswer, `POST ${path}`, { ...at, body: `${text}\n\n${mark}` }, signal));
  return made.html_url;
}

/** A list does not say who merged. */
async function mergedAt({ client, owner, repo }: Hub, base: string, most: number, { signal }: ForgeTask) {
  const query = { owner, repo, base, state: 'closed', sort: 'updated', direction: 'desc', per_page: 100 };
  const rows = await client.get(z.array(pullAnswer), 'GET /repos/{owner}/{repo}/pulls', query, signal);
  const merged = rows.flatMap(({ number, merged_at, merge_commit_sha, head }): readonly MergedPull[] =>
    merged_at === null
      ? []
      : [
          {
            ...{ is: 'merged', pull: number, branch: head.ref, sha: merge_commit_sha ?? '', by: 'someone' },
            atMs: Date.parse(merged_at),
          },
        ],
  );
  return merged.sort((one, other) => other.atMs - one.atMs || other.pull - one.pull).slice(0, most);
}
