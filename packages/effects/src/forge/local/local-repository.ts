/** Bare repository and pull requests of the local forge, in a folder that git ignores. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathExists, removeFolder } from '../../file/file-system.ts';
import { gitOrThrow } from '../../git/command.ts';
import { readRef } from '../../git/refs/ref.ts';
import { ForgeError } from '../forge-error.ts';
import { pushCommit } from '../push.ts';

export interface LocalRepository {
  /** Real path of the target's root. */
  readonly repo: string;
  /** `<stateDir>/forge`, absolute. */
  readonly folder: string;
  readonly bare: string;
}

export const localRepositoryOf = (repo: string, stateDir: string): LocalRepository => {
  const folder = join(repo, stateDir, 'forge');
  return { repo, folder, bare: join(folder, 'origin.git') };
};

/** Created completely under another name first, so that half a repository is never used. */
export async function createLocalRepository({ repo, folder, bare }: LocalRepository): Promise<void> {
  if (await pathExists(bare)) return;
  const draft = `${bare}.coming`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
  await removeFolder(draft);
  await gitOrThrow(repo, ['init', '--quiet', '--bare', '--template=', draft]);
  await rename(draft, bare);
}

export const remoteOf = ({ repo, bare }: LocalRepository) => ({ repo, remote: bare, env: {} });

/** Commit of the target's base; the bare repository follows it. */
export async function baseTip({ repo }: LocalRepository, base: string): Promise<string> {
  const tip = await readRef(repo, `refs/heads/${base}^{commit}`);
  if (tip === null) throw new ForgeError('forge.not-found', { detail: `the branch ${base}` });
  return tip;
}

export const headTip = ({ bare }: LocalRepository, branch: string): Promise<string | null> =>
  readRef(bare, `refs/heads/${branch}^{commit}`);

/** Does not force a rewritten base onto the bare repository: nothing depends on it there. */
export async function mirrorBase(local: LocalRepository, base: string, tip: string): Promise<void> {
  await pushCommit(remoteOf(local), base, tip).catch((error: unknown) => {
    if (!(error instanceof ForgeError) || error.failure.code !== 'forge.branch-moved') throw error;
  });
  // A clone must check out the base.
  if ((await readRef(local.bare, 'HEAD')) === null)
    await gitOrThrow(local.bare, ['symbolic-ref', 'HEAD', `refs/heads/${base}`]);
}
