/**
 * Pushes a commit to a branch of a remote, without force.
 *
 *   P1. A branch that is already at the commit is done. A moved branch stays: `forge.branch-moved`.
 *   P2. No hook of the target runs, nor of a local forge, and no tag and no submodule is pushed.
 *   P3. A refusal of git becomes a failure code of the forge, for every remote.
 */
import { GitError, type GitResult, git, gitErrorFrom } from '../git/command.ts';
import { ForgeError } from './forge-error.ts';

export interface Remote {
  /** Target repository, and name or path of the remote. */
  readonly repo: string;
  readonly remote: string;
  /** Command that receives the push, for a repository on this machine; `undefined` for a server. */
  readonly receivePack?: string;
  /** Additional git environment: authorization and timeouts. */
  readonly env: Readonly<Record<string, string>>;
}

export async function pushCommit(to: Remote, branch: string, commit: string): Promise<void> {
  // A leading sign would force the push, and an empty text would delete the branch.
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new GitError(`"${commit}" is not a commit`);
  const args = [
    'push',
    '--porcelain',
    '--no-follow-tags',
    '--no-signed',
    '--recurse-submodules=no',
    ...(to.receivePack === undefined ? [] : [`--receive-pack=${to.receivePack}`]),
  ];
  const result = await git(to.repo, [...args, to.remote, `${commit}:refs/heads/${branch}`], { env: to.env });
  if (result.exitCode === 0) return;
  const isMoved = /\[rejected\]/.test(result.stdout);
  if (!isMoved && !/cannot lock ref|failed to update ref/.test(result.stdout)) throw toPushError(result);
  const found = (await tipOf(to, branch)) ?? 'no branch';
  if (found === commit) return; // another try was faster
  if (!isMoved) throw new ForgeError('forge.unavailable', { detail: `another process is pushing to ${branch}` });
  throw new ForgeError('forge.branch-moved', { branch, expected: commit, found });
}

async function tipOf(to: Remote, branch: string): Promise<string | null> {
  const listed = await git(to.repo, ['ls-remote', '--quiet', to.remote, `refs/heads/${branch}`], { env: to.env });
  if (listed.exitCode !== 0) throw toPushError(listed);
  return listed.stdout.split('\t')[0]?.trim() || null;
}

const reasons: readonly (readonly [RegExp, ConstructorParameters<typeof ForgeError>[0]])[] = [
  [/\[remote rejected\]|pre-receive hook declined|protected branch/i, 'forge.refused'],
  [
    /Authentication failed|could not read (Username|Password)|Permission denied|returned error: 401/i,
    'forge.unauthorized',
  ],
  [/returned error: 429/, 'forge.rate-limited'],
  [/returned error: 403/, 'forge.forbidden'],
  [/not found|does not appear to be a git repository|returned error: 404/i, 'forge.not-found'],
  [
    /returned error: 5\d\d|Could not resolve host|Failed to connect|Connection|timed out|hung up|early EOF|RPC failed|Operation too slow/i,
    'forge.unavailable',
  ],
];

export function toPushError(result: GitResult): Error {
  const output = `${result.stdout}\n${result.stderr}`;
  const code = reasons.find(([pattern]) => pattern.test(output))?.[1];
  const rejected = /\[remote rejected\].*$/m.exec(result.stdout)?.[0];
  return code === undefined
    ? gitErrorFrom(result)
    : new ForgeError(code, { detail: rejected ?? gitErrorFrom(result).detail });
}
