/** Builds the tree of the next commit: its parent plus the change of this run and the requested documents. */
import { lstat } from 'node:fs/promises';
import { keptNotes, toFolderPath } from '@harness/core/checkout/change';
import type { CommitArgs, FileError } from '@harness/core/effects/checkout';
import { resolveContained } from '../contained-path.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { git, gitErrorFrom, gitOrThrow } from '../git/command.ts';
import { type ChangedRow, ownRows, readChangeSince } from './change.ts';
import type { GitCheckoutContext } from './context.ts';
import { withIndex } from './keep-checkout.ts';

export interface StagedTree {
  readonly tree: string;
  readonly unstaged: readonly FileError[];
}

type Env = { readonly GIT_INDEX_FILE: string };

/** Uses a temporary index: files that the user staged stay staged and are not part of the commit. */
export async function stageChange(
  work: GitCheckoutContext,
  args: CommitArgs,
  parent: string | null,
): Promise<StagedTree> {
  const { repo } = work;
  const rows = await ownRows(repo, await readChangeSince(work, args.base, args), args);
  return withIndex(work, async (env) => {
    if (parent !== null) await gitOrThrow(repo, ['read-tree', parent], { env });
    await putRows(repo, rows, env);
    const unstaged = await stageDocs(repo, args, env);
    return { tree: await gitOrThrow(repo, ['write-tree'], { env }), unstaged };
  });
}

/** Deletions come first, so that a folder can replace a file. */
export async function putRows(repo: string, rows: readonly ChangedRow[], env: Env | Record<string, never> = {}) {
  const ordered = [...rows.filter(({ mode }) => mode === '0'), ...rows.filter(({ mode }) => mode !== '0')];
  const input = ordered.map(({ mode, sha, path }) => `${mode} ${sha}\t${path}\0`).join('');
  if (input !== '')
    await gitOrThrow(repo, ['update-index', '--add', '--replace', '-z', '--index-info'], { env, input });
}

async function stageDocs(repo: string, { docsPath, docs }: CommitArgs, env: Env): Promise<readonly FileError[]> {
  const folder = toFolderPath(docsPath);
  const files = docs === 'all' ? [folder] : keptNotes.map((name) => folder + name);
  const troubles: FileError[] = [];
  for (const file of files) {
    const reason = await stageFile(repo, file, env);
    if (reason !== null) troubles.push({ file, reason });
  }
  return troubles;
}

/** `null` if the file is staged or missing. Another file that cannot be staged does not stop the rest (W-145). */
async function stageFile(repo: string, file: string, env: Env): Promise<string | null> {
  const contained = resolveContained(repo, file);
  if (!contained.ok) return 'its path contains a link';
  if ((await lstat(contained.path).catch(nullIfMissing)) === null) return null;
  const ignored = await git(repo, ['check-ignore', '--quiet', '--', file], { env });
  if (ignored.exitCode === 0) return 'it is ignored by git';
  const result = await git(repo, ['add', '--all', '--', `:(top,literal)${file}`], { env });
  return result.exitCode === 0 ? null : gitErrorFrom(result).detail;
}
