/**
 * Writes the git folder of a clean room, so that tools find a repository there, but not the user's.
 *
 *   G1. It has the commit as HEAD, the branches and tags of the user, and the user's objects as an alternate.
 *   G2. Of the user's settings it has only those that change the content of files; no hook, filter, alias or include.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing, removeFolder } from '../file/file-system.ts';
import { git, gitOrThrow } from '../git/command.ts';
import { commonDir } from '../git/git-dir.ts';
import { copyIndex } from '../git/worktree/index-file.ts';

/** Settings that decide which bytes git writes for a file. */
const contentSettings =
  /^(core\.(autocrlf|eol|filemode|ignorecase|symlinks|precomposeunicode)|extensions\.objectformat)$/;

export async function createRoomRepository(repo: string, gitDir: string): Promise<void> {
  const common = await commonDir(repo);
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'info'])
    await mkdir(join(gitDir, folder), { recursive: true });
  await writeFile(join(gitDir, 'objects/info/alternates'), `${alternateLine(join(common, 'objects'))}\n`);
  await writeFile(join(gitDir, 'config'), await configText(repo));
  for (const file of ['info/exclude', 'info/attributes', 'shallow'])
    await copyFile(join(common, file), join(gitDir, file)).catch(nullIfMissing);
}

/** Git reads one path per line, and a path in quotes like a string of C. */
const alternateLine = (path: string): string =>
  /^["#]|\n/.test(path)
    ? `"${path.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`).replaceAll('\n', String.raw`\n`)}"`
    : path;

async function configText(repo: string): Promise<string> {
  const { stdout } = await git(repo, ['config', '--local', '--list', '-z']);
  const rows = stdout.split('\0').flatMap((row) => {
    const [name = '', value = ''] = row.split('\n');
    return contentSettings.test(name) ? [{ name, value }] : [];
  });
  const version = rows.some(({ name }) => name.startsWith('extensions.')) ? 1 : 0;
  const lines = rows.map(({ name, value }) => `[${name.split('.')[0]}]\n\t${name.split('.')[1]} = ${value}\n`);
  return `[core]\n\trepositoryformatversion = ${version}\n\tbare = false\n${lines.join('')}`;
}

/** Sets HEAD and the user's refs as they are now. */
export async function setRoomHead(repo: string, gitDir: string, commit: string): Promise<void> {
  const refs = ['refs/heads', 'refs/tags', 'refs/remotes'];
  const format = '--format=%(if)%(symref)%(then)%(else)%(objectname) %(refname)%(end)';
  const packed = (await gitOrThrow(repo, ['for-each-ref', format, ...refs])).split('\n').filter((line) => line !== '');
  await writeFile(join(gitDir, 'packed-refs'), packed.map((line) => `${line}\n`).join(''));
  await writeFile(join(gitDir, 'HEAD'), `${commit}\n`);
}

/** Replaces the git folder that tools see by a copy of the room's own, whatever a check did to it. */
export async function copyRoomRepository(gitDir: string, tree: string): Promise<void> {
  const seen = join(tree, '.git');
  await removeFolder(seen);
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'info'])
    await mkdir(join(seen, folder), { recursive: true });
  const files = ['HEAD', 'config', 'packed-refs', 'shallow', 'objects/info/alternates'];
  for (const file of [...files, 'info/exclude', 'info/attributes'])
    await copyFile(join(gitDir, file), join(seen, file)).catch(nullIfMissing);
  await copyIndex(join(gitDir, 'index'), join(seen, 'index'));
}
