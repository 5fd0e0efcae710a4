/** What a lane changed, for reviewers: the number of files, and the text with binary files only named. */
import { gitBytes, gitOrThrow, refusal } from './command.ts';

const between = ['diff-tree', '-r', '-M', '--no-commit-id', '--no-ext-diff', '--no-textconv', '--no-color'];
const diffMaxBytes = 64 * 1024 * 1024;

/** A renamed file counts once. */
export async function changedFiles(repo: string, base: string, commit: string): Promise<number> {
  const names = await gitOrThrow(repo, [...between, '--name-only', '-z', base, commit]);
  return names.split('\0').length - 1;
}

/** As bytes: a file of the target may be in any encoding. */
export async function diffText(repo: string, base: string, commit: string): Promise<Uint8Array> {
  const args = [...between, '-p', '--src-prefix=a/', '--dst-prefix=b/', base, commit];
  const { exitCode, stdout, stderr, isCut } = await gitBytes(repo, args, { maxBytes: diffMaxBytes });
  if (exitCode !== 0) throw refusal({ exitCode, stderr });
  if (!isCut) return stdout;
  return Buffer.concat([stdout, Buffer.from(`\n[cut here: git diff ${base} ${commit} shows all of it]\n`)]);
}
