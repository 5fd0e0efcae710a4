/** Bare repository and pull requests of the local forge, in a folder that git ignores. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathExists, removeFolder } from '../../file/file-system.ts';
import { replaceFile } from '../../file/replace-file.ts';
import { gitOrThrow } from '../../git/command.ts';
import { readRef } from '../../git/refs/ref.ts';
import { ForgeError } from '../forge-error.ts';
import { pushCommit } from '../push.ts';
import type { TryForgeLock } from './forge-lock.ts';

export interface LocalRepository {
  /** Real path of the target's root. */
  readonly repo: string;
  /** `<stateDir>/forge`, absolute. */
  readonly folder: string;
  readonly bare: string;
  readonly tryLock: TryForgeLock;
}

export const localRepositoryOf = (repo: string, stateDir: string, tryLock: TryForgeLock): LocalRepository => {
  const folder = join(repo, stateDir, 'forge');
  return { repo, folder, bare: join(folder, 'origin.git'), tryLock };
};

/** Created completely under another name first, so that half a repository is never used. */
export async function createLocalRepository({ repo, folder, bare }: LocalRepository): Promise<void> {
  if (await pathExists(bare)) return resetSettings(bare);
  const draft = `${bare}.coming`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
  await removeFolder(draft);
  await gitOrThrow(repo, ['init', '--quiet', '--bare', '--template=', draft]);
  await rename(draft, bare);
}

/** Settings as `git init` writes them. */
const plainSettings =
  /^(\[(core|extensions)\]|\t(repositoryformatversion|filemode|bare|ignorecase|precomposeunicode|symlinks|objectformat) = \w+|)$/;

/** Removes settings that were added later: some name programs that git would start. */
async function resetSettings(bare: string): Promise<void> {
  const file = join(bare, 'config');
  const text = await readFile(file, 'utf8');
  const lines = text.split('\n');
  if (lines.every((line) => plainSettings.test(line))) return;
  await replaceFile(file, lines.filter((line) => plainSettings.test(line)).join('\n'), { durable: true });
}

/** Git does not pass its settings on to the receiver, so hooks are switched off there again. */
const receivePack = 'git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 receive-pack';

export const remoteOf = ({ repo, bare }: LocalRepository) => ({ repo, remote: bare, receivePack, env: {} });

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
