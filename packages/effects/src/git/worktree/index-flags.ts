/** Reads index flags and nested repositories that would hide files from a snapshot. */
import { bytePath } from '../../file/byte-name.ts';
import { isFolder } from '../../file/file-system.ts';
import { git } from '../command.ts';
import { gitInWorktree, gitOfWorktree, type Worktree } from './worktree.ts';

export interface IndexFlags {
  /** Files that an agent marked as unchanged in the index; `skipped` has those marked as skipped. */
  readonly assumed: readonly string[];
  readonly skipped: readonly string[];
  /** Repositories that an agent created or cloned: git would record only a link. */
  readonly nested: readonly string[];
  /** Folders in place of a file: git does not look for a repository there. */
  readonly overgrown: readonly string[];
  /** Git would start another git in them, with settings that an agent can write. */
  readonly submodules: readonly string[];
  readonly submodulesMoved: readonly string[];
  readonly changed: readonly string[];
  /** True if all files match the index and there are no others. */
  readonly isUntouched: boolean;
}

/** `null` if the index cannot be read. */
export async function readIndexFlags(worktree: Worktree, index: string): Promise<IndexFlags | null> {
  const args = ['ls-files', '-v', '--stage', '--modified', '--others', '--exclude-standard', '-z'];
  const env = { ...gitOfWorktree(worktree), GIT_INDEX_FILE: index };
  const { exitCode, stdout } = await git(worktree.path, args, { env });
  if (exitCode !== 0) return null;

  const entries = stdout.split('\0').filter(Boolean).map(parse);
  const paths = (matching: (entry: Entry) => boolean) => entries.filter(matching).map(({ path }) => path);
  const skipped = paths(({ tag }) => tag.toUpperCase() === 'S');
  const isChanged = ({ tag }: Entry) => tag.toUpperCase() === 'C';
  return {
    assumed: paths(({ tag }) => tag !== tag.toUpperCase()),
    skipped: skipped.length > 0 && (await isSparse(worktree)) ? [] : skipped,
    nested: paths(({ tag, path }) => tag === '?' && path.endsWith('/')).map((path) => path.slice(0, -1)),
    overgrown: await foldersAmong(
      worktree,
      paths((entry) => isChanged(entry) && entry.mode !== submodule),
    ),
    submodules: paths((entry) => !isChanged(entry) && entry.mode === submodule), // includes changed ones: git lists those twice
    submodulesMoved: paths((entry) => isChanged(entry) && entry.mode === submodule),
    changed: paths((entry) => (isChanged(entry) || entry.tag === '?') && !entry.path.endsWith('/')),
    isUntouched: entries.every(({ tag, mode }) => tag === 'H' && mode !== submodule),
  };
}

interface Entry {
  readonly tag: string;
  readonly mode: string;
  readonly path: string;
}

const submodule = '160000';

/** `? path` for an untracked file, `H 100644 <sha> 0<tab>path` for a tracked one. */
function parse(line: string): Entry {
  const tag = line.slice(0, 1);
  if (tag === '?') return { tag, mode: '', path: line.slice(2) };
  return { tag, mode: line.slice(2, 8), path: line.slice(line.indexOf('\t') + 1) };
}

/** In a sparse checkout, skipped files are absent on purpose. */
const isSparse = async (worktree: Worktree) =>
  (await gitInWorktree(worktree, ['config', '--type=bool', '--default=false', '--get', 'core.sparseCheckout'])) ===
  'true';

async function foldersAmong({ path }: Worktree, names: readonly string[]): Promise<readonly string[]> {
  const areFolders = await Promise.all(names.map((name) => isFolder(bytePath(path, name))));
  return names.filter((_, at) => areFolders[at]);
}
