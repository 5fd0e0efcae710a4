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
  return { host: canonicalHost(host), owner, repo };
}

/** Whether git reaches this address by ssh, whose configuration may give the host another name. */
export const isSshAddress = (remote: string): boolean => !/^(?:https?|git|file):/i.test(remote);

/** `ssh.github.com` is the same host for networks that block port 22. */
export const canonicalHost = (host: string): string =>
  host.toLowerCase().replace(/^(?:ssh|www)\.github\.com$/, 'github.com');

const isHosted = (host: string) => host === 'github.com' || host.endsWith('.ghe.com');

export const apiOf = (host: string): string => (isHosted(host) ? `https://api.${host}` : `https://${host}/api/v3`);

/** The usual names of an enterprise's own GitHub. It gets no token of the environment by its name alone. */
export const looksLikeGitHub = (host: string): boolean => /^github[.-]/.test(host);

/** Judges by the host name: the public GitHub, or the host of the configured API. */
export function isGitHub(host: string, api: string | undefined): boolean {
  if (isHosted(host)) return true;
  if (api === undefined || !URL.canParse(api)) return false;
  return [host, `api.${host}`].includes(new URL(api).hostname);
}

/** Whether a token may be sent to this address: only over HTTPS or on this machine. */
export function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
