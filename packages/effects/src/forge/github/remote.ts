/** Parses the host, owner and name of a repository from a remote. */
export interface Repo {
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
}

const url =
  /^(?:https?|ssh|git):\/\/(?:[^@/]+@)?(?<host>[^/:]+)(?::\d+)?\/(?<owner>[^/]+)\/(?<repo>[^/]+?)(?:\.git)?\/?$/i;
/** The ssh form: `git@github.com:owner/repo.git`. */
const short = /^(?:[^@/]+@)?(?<host>[^/:]+):(?<owner>[^/]+)\/(?<repo>[^/]+?)(?:\.git)?\/?$/;

/** `null` for a path, or any other text that is not the address of a repository. */
export function repoOf(remote: string): Repo | null {
  const { host = '', owner, repo } = (url.exec(remote.trim()) ?? short.exec(remote.trim()))?.groups ?? {};
  if (owner === undefined || repo === undefined) return null;
  // `ssh.github.com` is the same host for networks that block port 22.
  return { host: host.toLowerCase().replace(/^ssh\.github\.com$/, 'github.com'), owner, repo };
}

export const apiOf = (host: string): string =>
  host === 'github.com' ? 'https://api.github.com' : `https://${host}/api/v3`;

/** Judges by the host name: the public GitHub, or the host of the configured API. */
export function isGitHub(host: string, api: string | undefined): boolean {
  if (host === 'github.com' || host.endsWith('.ghe.com')) return true;
  if (api === undefined || !URL.canParse(api)) return false;
  return [host, `api.${host}`].includes(new URL(api).hostname);
}

/** Whether a token may be sent to this address: only over HTTPS or on this machine. */
export function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
