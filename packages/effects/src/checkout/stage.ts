/** Builds the tree of the next commit: its parent plus the change of this run and the requested documents. */
import { lstat } from 'node:fs/promises';
import { keptNotes, toFolderPath } from '@harness/core/checkout/change';
import type { CommitArgs, FileError } from '@harness/core/effects/checkout';
import { instructionKindOf, isOnlyDocument } from '@harness/core/test-guard/instructions';
import { resolveContained } from '../contained-path.ts';
import { nullIfMissing } from '../file/file-system.ts';
import { git, gitErrorFrom, gitOrThrow } from '../git/command.ts';
import { type ChangedRow, ownRows, parseRows, readChangeSince } from './change.ts';
import type { GitCheckoutContext } from './context.ts';
import { withIgnoredHeldFiles } from './held-trees.ts';
import { withIndex } from './keep-checkout.ts';
import { withIgnoredFiles } from './user-files/foreign.ts';

export interface StagedTree {
  /** Without the documents: the tree that checks verify. */
  readonly code: string;
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
  const mine = await withIgnoredFiles(work, args);
  const rows = await ownRows(repo, await readChangeSince(work, args.base, mine), mine);
  const code = await withIgnoredHeldFiles(work, await codeTree(work, rows, parent), args.holds);
  return withIndex(work, async (env) => {
    await gitOrThrow(repo, ['read-tree', code], { env });
    const unstaged = await stageDocs(repo, args, env);
    const tree = await gitOrThrow(repo, ['write-tree'], { env });
    // Only documents are committed without verification: a program could break the checks, and orders are asked about.
    const isDocument = (row: ChangedRow) => isOnlyDocument(row, work.folders);
    const staged = await parseRows(repo, { from: code, to: tree });
    const [docs, others] = [staged.filter(isDocument), staged.filter((row) => !isDocument(row))];
    if (others.length === 0) return { code, tree, unstaged };
    const refused = others.map(({ path }): FileError => {
      const isOrder = instructionKindOf(path, work.folders) !== null;
      return { file: path, reason: isOrder ? 'it instructs agents' : 'it is not a Markdown document' };
    });
    return { code, tree: await codeTree(work, docs, code), unstaged: [...unstaged, ...refused] };
  });
}

/** The tree of a commit plus the changed rows. */
export const codeTree = (
  work: GitCheckoutContext,
  rows: readonly ChangedRow[],
  parent: string | null,
): Promise<string> =>
  withIndex(work, async (env) => {
    if (parent !== null) await gitOrThrow(work.repo, ['read-tree', parent], { env });
    await putRows(work.repo, rows, env);
    return gitOrThrow(work.repo, ['write-tree'], { env });
  });

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
