/** Opens the forge of a repository. */
import { type ForgeKind, type FoundForge, findForge } from './find-forge.ts';
import type { Forge } from './forge.ts';
import { ForgeError } from './forge-error.ts';
import type { LocalChecks } from './local/checks.ts';
import type { TryForgeLock } from './local/forge-lock.ts';

interface Settings {
  readonly repo: string;
  readonly kind: ForgeKind;
  readonly stateDir: string;
  readonly checks: LocalChecks;
  /** Lock of the local forge. */
  readonly tryLock: TryForgeLock;
  readonly environment: NodeJS.ProcessEnv;
}

export async function chooseForge({ repo, kind, stateDir, checks, tryLock, environment }: Settings): Promise<Forge> {
  const found = await findForge({ repo, kind, environment });
  if (found.is === 'local') return (await import('./local/forge.ts')).localForge({ repo, stateDir, checks, tryLock });
  if (found.is !== 'github')
    throw new ForgeError(found.is === 'no-remote' ? 'forge.not-found' : 'forge.unauthorized', {
      detail: describeMissing(found),
    });
  const { remote, api, token, owner } = found;
  return (await import('./github/forge.ts')).gitHubForge({ target: repo, remote, api, token, owner, repo: found.repo });
}

/** Why GitHub cannot be used. */
export function describeMissing(found: Exclude<FoundForge, { is: 'local' | 'github' }>): string {
  switch (found.is) {
    case 'no-token':
      return `no token for ${found.host}: set GITHUB_TOKEN or GH_TOKEN, or log in so that gh auth token prints one`;
    case 'no-remote':
      return 'no remote names a repository of GitHub';
    case 'several-remotes':
      return `the remotes ${found.remotes.join(' and ')} are on GitHub, and none of them is called origin`;
    case 'unsafe':
      return `the token is not sent to ${found.address}`;
  }
}
