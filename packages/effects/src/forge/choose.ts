/** Chooses the forge of a repository: the configured one, else GitHub if remote and token exist, else the local one. */
import { git } from '../git/command.ts';
import type { Forge } from './forge.ts';
import { ForgeError } from './forge-error.ts';
import { apiOf, isGitHub, isSafe, repoOf } from './github/remote.ts';
import type { LocalChecks } from './local/checks.ts';
import type { TryForgeLock } from './local/forge-lock.ts';

interface Settings {
  readonly repo: string;
  /** Configured kind; `undefined` chooses automatically. */
  readonly kind: 'local' | 'github' | undefined;
  readonly stateDir: string;
  readonly checks: LocalChecks;
  /** Lock of the local forge. */
  readonly tryLock: TryForgeLock;
  readonly environment: NodeJS.ProcessEnv;
}

const remote = 'origin';

export async function chooseForge({ repo, kind, stateDir, checks, tryLock, environment }: Settings): Promise<Forge> {
  const found = kind === 'local' ? null : await gitHubOf(repo, kind, environment);
  if (found === null) return (await import('./local/forge.ts')).localForge({ repo, stateDir, checks, tryLock });
  return (await import('./github/forge.ts')).gitHubForge({ target: repo, remote, ...found });
}

/** GitHub access; `null` for the local forge. Throws if GitHub is configured and the remote or the token is missing. */
export async function gitHubOf(repo: string, kind: Settings['kind'], environment: NodeJS.ProcessEnv) {
  const token = environment['GITHUB_TOKEN']?.trim() || environment['GH_TOKEN']?.trim();
  const api = environment['GITHUB_API_URL'] || undefined;
  const named = await findRepositoryName(repo, environment);
  if (kind === undefined && (!token || named === null || !isGitHub(named.host, api))) return null;
  if (named === null)
    throw new ForgeError('forge.not-found', { detail: `no remote "${remote}" that names a repository of GitHub` });
  if (!token) throw new ForgeError('forge.unauthorized', { detail: 'set GITHUB_TOKEN or GH_TOKEN' });
  const address = api ?? apiOf(named.host);
  if (!isSafe(address)) throw new ForgeError('forge.unauthorized', { detail: `the token is not sent to ${address}` });
  return { api: address, token, owner: named.owner, repo: named.repo };
}

/** Uses `GITHUB_REPOSITORY` if the remote is a mirror or a path. */
async function findRepositoryName(repo: string, environment: NodeJS.ProcessEnv) {
  const url = await git(repo, ['remote', 'get-url', remote]);
  if (url.exitCode !== 0) return null;
  const [owner, name] = (environment['GITHUB_REPOSITORY'] ?? '').split('/');
  return repoOf(url.stdout) ?? (owner && name ? { host: 'github.com', owner, repo: name } : null);
}
