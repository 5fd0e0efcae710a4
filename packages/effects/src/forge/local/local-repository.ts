/** Where the local forge is: a bare repository and the pull requests, in a folder that git ignores. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathExists, removeFolder } from '../../file/file-system.ts';
import { gitOrThrow } from '../../git/command.ts';
import { readRef } from '../../git/refs/ref.ts';
import { ForgeError } from '../forge-error.ts';
import { pushCommit } from '../push.ts';

export interface LocalRepository {
  /** The real path of the top of the target. */
  readonly repo: string;
  /** `<stateDir>/forge`, absolute. */
  readonly folder: string;
  readonly bare: string;
}

export const localRepositoryOf = (repo: string, stateDir: string): LocalRepository => {
  const folder = join(repo, stateDir, 'forge');
  return { repo, folder, bare: join(folder, 'origin.git') };
};

/** Made whole beside its place first: half a repository is never taken for one. */
export async function createLocalRepository({ repo, folder, bare }: LocalRepository): Promise<void> {
  if (await pathExists(bare)) return;
  const coming = `${bare}.coming`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
  await removeFolder(coming);
  await gitOrThrow(repo, ['init', '--quiet', '--bare', '--template=', coming]);
  await rename(coming, bare);
}

export const remoteOf = ({ repo, bare }: LocalRepository) => ({ repo, remote: bare, env: {} });

/** Where the base of the target stands: it is the truth, and the bare repository follows it. */
export async function baseTip({ repo }: LocalRepository, base: string): Promise<string> {
  const tip = await readRef(repo, `refs/heads/${base}^{commit}`);
  if (tip === null) throw new ForgeError('forge.not-found', { detail: `the branch ${base}` });
  return tip;
}

export const headTip = ({ bare }: LocalRepository, branch: string): Promise<string | null> =>
  readRef(bare, `refs/heads/${branch}^{commit}`);

/** A base that a person rewrote is not forced upon the bare repository: nothing depends on it there. */
export async function mirrorBase(place: LocalRepository, base: string, tip: string): Promise<void> {
  await pushCommit(remoteOf(place), base, tip).catch((error: unknown) => {
    if (!(error instanceof ForgeError) || error.failure.code !== 'forge.branch-moved') throw error;
  });
  // Whoever clones it should stand on the base.
  if ((await readRef(place.bare, 'HEAD')) === null)
    await gitOrThrow(place.bare, ['symbolic-ref', 'HEAD', `refs/heads/${base}`]);
}
