/**
 * Decides how a tracker is reached: which project, which address, and whether its key may be sent there.
 *
 *   TA1. A key goes only to https or to this machine.
 *   TA2. The configured endpoint counts only for the configured kind of tracker, so that no key goes to another service.
 *   TA3. The folder of the local tracker is below `.harness`, or git ignores it: its comments are no change of the product.
 */
import type { Config } from '@harness/core/config/schema';
import { type TrackerKind, trackerKinds } from '@harness/core/tracker/issue';
import { resolveContained } from '@harness/effects/contained-path';
import { describeMissing } from '@harness/effects/forge/choose';
import { type FoundForge, findForge } from '@harness/effects/forge/find-forge';
import { isSafe } from '@harness/effects/forge/github/remote';
import { git } from '@harness/effects/git/command';

export type RemoteKind = Exclude<TrackerKind, 'local'>;

/** Variables with the key, in order, and the variable with the address. */
export const trackerVariables: Readonly<
  Record<RemoteKind, { readonly keys: readonly string[]; readonly address: string; readonly standard: string }>
> = {
  linear: { keys: ['LINEAR_API_KEY'], address: 'LINEAR_API_URL', standard: 'https://api.linear.app/graphql' },
  github: { keys: ['GITHUB_TOKEN', 'GH_TOKEN'], address: 'GITHUB_API_URL', standard: 'https://api.github.com' },
};

export const isTrackerKind = (text: string): text is TrackerKind => (trackerKinds as readonly string[]).includes(text);

export interface Search {
  readonly root: string;
  readonly tracker: Config['tracker'];
  readonly env: NodeJS.ProcessEnv;
}

/** The name of the variable, and its value. */
export function findTrackerKey(kind: RemoteKind, env: NodeJS.ProcessEnv) {
  const variable = trackerVariables[kind].keys.find((name) => env[name]?.trim());
  return variable === undefined ? undefined : { variable, key: env[variable]?.trim() ?? '' };
}

export async function findTrackerAddress(kind: RemoteKind, search: Search): Promise<string> {
  const { tracker, env } = search;
  const { address, standard } = trackerVariables[kind];
  const set = env[address]?.trim() || (tracker.kind === kind ? tracker.endpoint : undefined);
  if (set !== undefined) return set;
  const remote = kind === 'github' ? await findRemote(search) : undefined;
  return remote?.is === 'github' ? remote.api : standard;
}

export const isSafeAddress = (address: string): boolean => URL.canParse(address) && isSafe(address);

/** `owner/repo` of the remote, or the reason why it has none. */
export async function findRemoteProject(
  search: Search,
): Promise<{ readonly project?: string; readonly detail: string }> {
  const found = await findRemote(search);
  if (found.is === 'github') return { project: `${found.owner}/${found.repo}`, detail: '' };
  return { detail: found.is === 'local' ? 'no remote is on GitHub' : describeMissing(found) };
}

/** A remote on a host that the user did not name gets no token. */
const findRemote = ({ root, env }: Search): Promise<FoundForge> =>
  findForge({ repo: root, kind: undefined, environment: env });

/** Why the folder of the local tracker cannot be used; `undefined` if it can. */
export async function findFolderProblem({ root, tracker: { dir } }: Search): Promise<string | undefined> {
  if (!resolveContained(root, dir).ok) return `${dir} is outside the repository or behind a link`;
  if (dir.split('/')[0] === '.harness') return undefined;
  const tracked = await git(root, ['ls-files', '--', dir]);
  if (tracked.stdout !== '') return `${dir} has files that git tracks`;
  const ignored = await git(root, ['check-ignore', '--quiet', '--', `${dir}/X-1.md`]);
  return ignored.exitCode === 0 ? undefined : `git does not ignore ${dir}`;
}
