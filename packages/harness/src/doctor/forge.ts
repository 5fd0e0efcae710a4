/** Checks which forge runs use, and whether it can be used. */
import { describeMissing } from '@harness/effects/forge/choose';
import { findForge } from '@harness/effects/forge/find-forge';
import { loadValidConfig } from '../settings/config.ts';
import { type Diagnosis, failedCheck, passedCheck } from './diagnosis.ts';

const id = 'forge';

/** Not required: a task, a mission that merges and `--local-only` need no forge. */
export async function checkForge(root: string, environment: NodeJS.ProcessEnv): Promise<Diagnosis> {
  // An invalid configuration has its own line; the default applies here.
  const kind = (await loadValidConfig(root, environment))?.forge.kind;
  const found = await findForge({ repo: root, kind, environment });
  switch (found.is) {
    case 'local':
      return passedCheck(id, false, `local: ${kind ? 'forge.kind says so' : 'no remote is on GitHub'}`);
    case 'github':
      return passedCheck(
        id,
        false,
        `${found.owner}/${found.repo} on ${found.host}, with the token of ${found.tokenFrom}`,
      );
    case 'no-token':
      return failedCheck(id, false, `${describeMissing(found)}, or set forge.kind: "local"`, loginCommand(found.host));
    case 'no-remote':
    case 'several-remotes':
    case 'unsafe':
      return failedCheck(
        id,
        false,
        `${describeMissing(found)}; to merge here, set forge.kind: "local"`,
        'git remote --verbose',
      );
  }
}

const loginCommand = (host: string) => `gh auth login --hostname ${host}`;
