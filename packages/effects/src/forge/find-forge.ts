/**
 * Finds the forge of a repository: the configured one, otherwise GitHub if a remote is there, otherwise the local one.
 *
 *   F1. A repository on GitHub is never merged locally unless `forge.kind` is "local": without a token there is no forge.
 *   F2. A token of the environment goes only to a host that the user named: GitHub's own hosts, the host of a variable,
 *       or any host with `forge.kind` "github". All other hosts get only the token that `gh` keeps for them.
 *   F3. `origin` decides. If it is missing or a path, the only remote on GitHub does.
 */
import { git } from '../git/command.ts';
import { askGhForToken, resolveSshHost } from './github/local-programs.ts';
import { apiOf, isGitHub, isSafe, isSshAddress, looksLikeGitHub, type Repo, repoOf } from './github/remote.ts';

/** `undefined` chooses automatically. */
export type ForgeKind = 'local' | 'github' | undefined;

interface RemoteRepo extends Repo {
  readonly remote: string;
}

interface GitHubAccess extends RemoteRepo {
  readonly api: string;
  readonly token: string;
  /** The variable or the program that has the token. */
  readonly tokenFrom: string;
}

export type FoundForge =
  | { readonly is: 'local' }
  | ({ readonly is: 'github' } & GitHubAccess)
  | { readonly is: 'no-token'; readonly host: string }
  | { readonly is: 'no-remote' }
  | { readonly is: 'several-remotes'; readonly remotes: readonly string[] }
  | { readonly is: 'unsafe'; readonly address: string };

interface Search {
  readonly repo: string;
  readonly kind: ForgeKind;
  readonly environment: NodeJS.ProcessEnv;
}

const tokenVariables = ['GITHUB_TOKEN', 'GH_TOKEN'];

export async function findForge(search: Search): Promise<FoundForge> {
  if (search.kind === 'local') return { is: 'local' };
  const found = await candidates(search);
  const [first, ...others] = found;
  if (first === undefined) return search.kind === 'github' ? { is: 'no-remote' } : { is: 'local' };
  if (others.length > 0) return { is: 'several-remotes', remotes: found.map(({ remote }) => remote) };
  return accessTo(first, search);
}

async function candidates(search: Search): Promise<readonly RemoteRepo[]> {
  const remotes = await readRemotes(search);
  const origin = remotes.find(({ remote }) => remote === 'origin');
  if (origin) return [origin];
  const likely = remotes.filter(({ host }) => isNamed(host, search.environment) || looksLikeGitHub(host));
  return likely.length > 0 || remotes.length > 1 ? likely : remotes;
}

/** Remotes that name a repository on a host. `GITHUB_REPOSITORY` names it for an `origin` that is a path. */
async function readRemotes(search: Search): Promise<readonly RemoteRepo[]> {
  const { stdout } = await git(search.repo, ['remote', '--verbose']);
  const fetched = [...stdout.matchAll(/^([^\t]+)\t(.+) \(fetch\)/gm)];
  const remotes = fetched.map(async ([, remote = '', url = '']) => {
    const found = repoOf(url) ?? (remote === 'origin' ? repoOfVariable(search) : null);
    return found && { remote, ...found, host: await hostOf(url, found.host, search) };
  });
  return (await Promise.all(remotes)).filter((found) => found !== null);
}

function repoOfVariable({ kind, environment }: Search): Repo | null {
  const [owner, repo] = (environment['GITHUB_REPOSITORY'] ?? '').split('/');
  if (!owner || !repo || (kind === undefined && tokenVariable(environment) === undefined)) return null;
  return { host: 'github.com', owner, repo };
}

const hostOf = async (url: string, host: string, search: Search): Promise<string> =>
  isSshAddress(url) && !isNamed(host, search.environment) ? resolveSshHost(host, search) : host;

/** Whether GitHub or a variable of the user names this host. */
function isNamed(host: string, environment: NodeJS.ProcessEnv): boolean {
  const server = environment['GITHUB_SERVER_URL'] ?? '';
  const hosts = [environment['GH_HOST']?.toLowerCase(), URL.canParse(server) ? new URL(server).hostname : undefined];
  return isGitHub(host, environment['GITHUB_API_URL'] || undefined) || hosts.includes(host);
}

const tokenVariable = (environment: NodeJS.ProcessEnv) => tokenVariables.find((name) => environment[name]?.trim());

async function accessTo(named: RemoteRepo, search: Search): Promise<FoundForge> {
  const { kind, environment } = search;
  const mayHaveVariable = kind === 'github' || isNamed(named.host, environment);
  const variable = mayHaveVariable ? tokenVariable(environment) : undefined;
  const token = variable ? environment[variable]?.trim() : await askGhForToken(named.host, search);
  if (!token)
    return mayHaveVariable || looksLikeGitHub(named.host) ? { is: 'no-token', host: named.host } : { is: 'local' };
  const api = (mayHaveVariable && environment['GITHUB_API_URL']) || apiOf(named.host);
  if (!isSafe(api)) return { is: 'unsafe', address: api };
  return { is: 'github', ...named, api, token, tokenFrom: variable ?? 'gh' };
}
