/** Sets up a forge with a fake GitHub server and a bare repository beside the target, for tests. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { plainGit, type Scratch, scratch } from '../../git/scratch.ts';
import { markMerged, mergeIntoBase } from '../../testing/github-server/routes.ts';
import { type GitHubServer, gitHubServer } from '../../testing/github-server/server.ts';
import { headOf } from '../../testing/github-server/state.ts';
import { commitOn, type ForgeStage, type People, stage } from '../scratch.ts';
import { gitHubForge } from './forge.ts';

export interface GitHubStage extends ForgeStage {
  readonly server: GitHubServer;
}

export const testToken = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';

export async function gitHubStage(repo: Scratch = scratch()): Promise<GitHubStage> {
  const bare = join(repo.home, 'hub.git');
  plainGit(repo.home, ['clone', '--quiet', '--bare', repo.root, bare]);
  repo.git('remote', 'add', 'origin', bare);
  const server = await gitHubServer(bare, testToken);
  onTestFinished(() => server.close());
  const { state } = server;
  const pullOf = (number: number) => {
    const found = state.pulls.find((pull) => pull.number === number);
    if (found === undefined) throw new Error(`There is no pull request ${number}`);
    return found;
  };
  const people: People = {
    bare,
    close: (number) => {
      const pull = pullOf(number);
      Object.assign(pull, { head: headOf(state, pull), state: 'closed', closedBy: 'ada' });
    },
    merge: (number) => {
      const pull = pullOf(number);
      const head = headOf(state, pull);
      markMerged(pull, head, mergeIntoBase(state, pull, head, 'merge', 'by hand') ?? '', 'ada');
    },
    edit: (number, edit) => {
      const pull = pullOf(number);
      pull.body = edit(pull.body ?? '').replaceAll('\n', '\r\n'); // as a browser sends it
    },
    review: (number, by, verdict) =>
      void pullOf(number).reviews.push({ by, state: verdict === 'approved' ? 'APPROVED' : 'CHANGES_REQUESTED' }),
    draft: (number) => void Object.assign(pullOf(number), { draft: true }),
    checks: (sha, colours) => {
      for (const [at, colour] of colours.entries()) {
        const conclusion = colour === 'green' ? 'success' : 'failure';
        state.runs.push({ sha, name: `job ${at}`, status: 'completed', conclusion, summary: 'it broke' });
      }
    },
    pulls: () => state.pulls.length,
    moveBase: (path, content) => {
      const tip = commitOn(repo, 'their-base', path, content);
      repo.git('push', '--quiet', bare, `${tip}:refs/heads/main`);
    },
  };
  const access = { api: server.url, token: testToken };
  const forge = async () => gitHubForge({ target: repo.root, remote: 'origin', owner: 'acme', repo: 'app', ...access });
  return { ...stage(repo, people, forge), server };
}
