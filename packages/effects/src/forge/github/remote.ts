/** Which repository of which GitHub a remote names. */
export interface Repo {
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
}

const url =
  /^(?:https?|ssh|git):\/\/(?:[^@/]+@)?(?<host>[^/:]+)(?::\d+)?\/(?<owner>[^/]+)\/(?<repo>[^/]+?)(?:\.git)?\/?$/i;
/** As ssh writes it: `git@github.com:owner/repo.git`. */
const short = /^(?:[^@/]+@)?(?<host>[^/:]+):(?<owner>[^/]+)\/(?<repo>[^/]+?)(?:\.git)?\/?$/;

/** Null for a path, and for anything else that is no address of a repository. */
export function repoOf(remote: string): Repo | null {
  const { host = '', owner, repo } = (url.exec(remote.trim()) ?? short.exec(remote.trim()))?.groups ?? {};
  if (owner === undefined || repo === undefined) return null;
  // Where port 22 is closed people use another name of the same host.
  return { host: host.toLowerCase().replace(/^ssh\.github\.com$/, 'github.com'), owner, repo };
}

export const apiOf = (host: string): string =>
  host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`;

/** Whether it is GitHub, as far as a name tells: the public one, or the one whose API was named. */
export function isGitHub(host: string, api: string | undefined): boolean {
  if (host === 'github.com' || host.endsWith('.ghe.com')) return true;
  if (api === undefined || !URL.canParse(api)) return false;
  return [host, `api.${host}`].includes(new URL(api).hostname);
}

/** Whether a token may go there: nobody reads along. */
export function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
