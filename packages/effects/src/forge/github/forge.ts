/** GitHub as a forge: the API by Octokit, branches by `git push`. */
import { git, gitOrThrow } from '../../git/command.ts';
import { type Access, gitHubClient } from '../../github/client.ts';
import type { Forge } from '../forge.ts';
import { ForgeError, forgeFailure } from '../forge-error.ts';
import { pushCommit, type Remote, toPushError } from '../push.ts';
import { labelGitHubPull } from './annotate.ts';
import { gitEnvironment } from './credentials.ts';
import { readJobLog } from './job-log.ts';
import { listGitHubMerged } from './list-merged.ts';
import { mergeGitHubPull } from './merge.ts';
import { findGitHubPull, openGitHubPull } from './open.ts';
import { type GitHubRepo, readChecks, readGitHubPull, readReviews } from './read-pull.ts';

interface Settings extends Access {
  readonly target: string;
  readonly remote: string;
  readonly owner: string;
  readonly repo: string;
}

export function gitHubForge({ target, remote, owner, repo, ...access }: Settings): Forge {
  const hub: GitHubRepo = { client: gitHubClient(access, forgeFailure), owner, repo };
  const connect = async (): Promise<Remote> => ({
    repo: target,
    remote,
    env: await gitEnvironment(target, remote, access),
  });
  return {
    push: async ({ branch, commit }) => pushCommit(await connect(), branch, commit),
    fetchBase: async (base) => fetchBase(await connect(), base),
    advance: async ({ base, commit }) => advance(await connect(), base, commit),
    open: (args, task) => openGitHubPull(hub, args, task),
    find: (branch, base, task) => findGitHubPull(hub, { branch, base }, task),
    look: (pull, { signal }) => readGitHubPull(hub, pull, signal),
    reviews: (pull, { signal }) => readReviews(hub, pull, signal),
    conflicts: async () => [], // GitHub reports no file names
    runChecks: async () => {}, // GitHub runs them after a push
    checks: async ({ head }, { signal }) => ({ checks: await readChecks(hub, head, signal), mayGrow: true }),
    explain: (red, { signal }) => Promise.all(red.map((check) => readJobLog(hub, check, signal))),
    precedes: async (one, other) => (await git(target, ['merge-base', '--is-ancestor', one, other])).exitCode === 0,
    label: (pull, label, task) => labelGitHubPull(hub, pull, label, task),
    merge: (args, task) => mergeGitHubPull(hub, args, task),
    listMerged: (base, most, task) => listGitHubMerged(hub, base, most, task),
  };
}

async function advance(to: Remote, base: string, commit: string): Promise<boolean> {
  try {
    await pushCommit(to, base, commit);
    return true;
  } catch (error) {
    if (!(error instanceof ForgeError) || error.failure.code !== 'forge.branch-moved') throw error;
    return false;
  }
}

async function fetchBase(from: Remote, base: string): Promise<string> {
  const tracking = `refs/remotes/${from.remote}/${base}`;
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no'];
  const result = await git(from.repo, [...args, from.remote, `+refs/heads/${base}:${tracking}`], { env: from.env });
  if (/couldn't find remote ref/.test(result.stderr))
    throw new ForgeError('forge.not-found', { detail: `the branch ${base}` });
  if (result.exitCode !== 0) throw toPushError(result);
  return gitOrThrow(from.repo, ['rev-parse', '--verify', `${tracking}^{commit}`]);
}
