/**
 * Computes the diff of a lane for reviewers: the number of files, and the text, which only names binary files.
 *
 * Git obeys no `.gitattributes`: a change could declare its files as binary, and a reviewer would see only their names.
 */
import { join } from 'node:path';
import { gitBytes, gitErrorFrom } from '../command.ts';
import { commonDir } from '../git-dir.ts';

export interface Diff {
  /** A renamed file counts once. */
  readonly changedFiles: number;
  /** Number of changed files to inspect: a new file may replace a file of the base, or run with its checks. */
  readonly touched: number;
  /** All names; both names of a renamed file. */
  readonly names: readonly string[];
  /** The output was too long even for the names, so that there are none. */
  readonly areNamesCut: boolean;
  /** Bytes, because a file may have any encoding. */
  readonly text: Uint8Array;
}

const maxBytes = 64 * 1024 * 1024;
const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'];

/** Git prints a line per file, an empty line, then the text: a truncated text still counts all files. */
export async function diffBetween(repo: string, base: string, commit: string): Promise<Diff> {
  const args = ['diff-tree', '-r', '-M', '--raw', '-p', ...plain, base, commit];
  const { exitCode, stdout, stderr, isCut } = await gitWithoutAttributes(repo, args);
  if (exitCode !== 0) throw gitErrorFrom({ exitCode, stderr });
  const output = Buffer.from(stdout);
  const end = output.indexOf('\n\n');
  if (end === -1) return { changedFiles: 0, touched: 0, names: [], areNamesCut: output.length > 0, text: output };
  const rows = output.subarray(0, end).toString('latin1').split('\n');
  const cut = isCut ? `\n[cut here: git diff ${base} ${commit} shows all of it]\n` : '';
  const text = Buffer.concat([output.subarray(end + 2), Buffer.from(cut)]);
  return {
    changedFiles: rows.length,
    touched: rows.length,
    names: rows.flatMap((row) => row.split('\t').slice(1)),
    areNamesCut: false,
    text,
  };
}

const maxFiles = 200;

/** The diff of some files only; a renamed file is shown as deleted and new. */
export async function diffOfFiles(
  repo: string,
  base: string,
  commit: string,
  files: readonly string[],
): Promise<Uint8Array> {
  const paths = files.slice(0, maxFiles).map((file) => `:(literal)${file}`);
  const args = ['diff-tree', '-r', '--no-renames', '-p', ...plain, base, commit, '--', ...paths];
  const { exitCode, stdout, stderr } = await gitWithoutAttributes(repo, args);
  if (exitCode !== 0) throw gitErrorFrom({ exitCode, stderr });
  return stdout;
}

/** Git looks for attributes in its working folder and in the index. Neither is inside the git folder. */
async function gitWithoutAttributes(repo: string, args: readonly string[]) {
  const common = await commonDir(repo);
  const env = { GIT_DIR: common, GIT_INDEX_FILE: join(common, 'harness-no-index') };
  return gitBytes(join(common, 'objects'), args, { env, maxBytes });
}
