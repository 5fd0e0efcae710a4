/**
 * Runs the hooks of one commit on given files, in the order of git, and says what they left.
 *
 *   P1. Only files of the group and the message may change; the commit has what the hooks left.
 *   P2. `pre-commit` works on the index, and `commit-msg` on the message. A later change of the index does not count.
 */
import { join } from 'node:path';
import { changedTrailers, cleanMessage } from '@harness/core/commit-hooks/message';
import { findRewrites } from '@harness/core/commit-hooks/rewrites';
import { writeTree } from '../checkout/change.ts';
import type { GitCheckoutContext } from '../checkout/context.ts';
import { codeTree } from '../checkout/stage.ts';
import { readRegularFile } from '../file/regular-file.ts';
import { replaceFile } from '../file/replace-file.ts';
import type { CommitHook, CommitHookName, FoundHooks } from './find-hooks.ts';
import { openResultReader } from './hook-result.ts';
import { type FinishedHook, type HookRun, runHook } from './run-hook.ts';
import { findTamperedFiles } from './tampered-files.ts';

export interface HookedCommit {
  readonly work: GitCheckoutContext;
  readonly found: FoundHooks;
  readonly base: string;
  /** Tree to be committed. */
  readonly tree: string;
  readonly message: string;
  isGroupFile(path: string): boolean;
}

export type HookRound =
  | { readonly is: 'passed'; readonly tree: string; readonly message: string }
  | {
      readonly is: 'red';
      readonly hook: CommitHookName;
      readonly log: string | null;
      readonly lines: readonly string[];
      /** The given tree with the rewrites of a hook that failed because of them; absent if it did not. */
      readonly rewritten?: string;
    }
  | { readonly is: 'outside'; readonly hook: CommitHookName; readonly files: readonly string[] };

export async function runHookRound(commit: HookedCommit, run: HookRun): Promise<HookRound> {
  const [preCommit, commitMsg] = (['pre-commit', 'commit-msg'] as const).map((name) =>
    commit.found.hooks.find((hook) => hook.name === name && hook.isExecutable),
  );
  const files = preCommit ? await runOnFiles(preCommit, commit, run) : commit;
  if ('is' in files) return files;
  return commitMsg
    ? runOnMessage(commitMsg, { ...commit, tree: files.tree }, run)
    : { is: 'passed', tree: files.tree, message: commit.message };
}

/** Returns the tree that the hook left, or why it refuses the commit. */
async function runOnFiles(
  hook: CommitHook,
  { work, found, base, tree, isGroupFile }: HookedCommit,
  run: HookRun,
): Promise<HookRound | { readonly tree: string }> {
  const reader = await openResultReader({ ...work, root: run.root }, { repo: work.repo, tree, base });
  try {
    const finished = await runHook(hook, [], run);
    const red = (line: string) => redRound(hook, finished, line);
    if (!finished.isEnded) return red(finished.reason);
    const left = await reader.read(run);
    if (left === null) return red(finished.reason || `The files that the hook ${hook.name} left could not be read.`);
    const { files, outside, dropped } = findRewrites(left, isGroupFile);
    const isRefused = left.head !== base || outside.length > 0 || dropped.length > 0;
    const rewritten = isRefused || files.length === 0 ? tree : await codeTree(work, files, tree);
    if (!finished.isGreen) return { ...red(finished.reason), ...(rewritten === tree ? {} : { rewritten }) };
    if (left.head !== base) return red(`The hook ${hook.name} moved HEAD: git would not make the commit.`);
    if (outside.length > 0) return { is: 'outside', hook: hook.name, files: outside };
    if (dropped.length > 0)
      return red(`The hook ${hook.name} took files out of the commit: ${dropped.slice(0, maxNamed).join(', ')}`);
    if (rewritten === (await writeTree(work.repo, base))) return red(`The hook ${hook.name} left nothing to commit.`);
    const tampered = rewritten === tree ? [] : await findTamperedFiles(work, { base, tree: rewritten }, found);
    return tampered.length === 0 ? { tree: rewritten } : red(tamperedReason(tampered));
  } finally {
    await reader.close();
  }
}

const maxNamed = 20;
const messageFile = '.git/COMMIT_EDITMSG';
const maxMessageBytes = 1024 * 1024;

async function runOnMessage(hook: CommitHook, { tree, message }: HookedCommit, run: HookRun): Promise<HookRound> {
  const file = join(run.root, messageFile);
  await replaceFile(file, `${message}\n`, { durable: false });
  const finished = await runHook(hook, [messageFile], run);
  const red = (line: string) => redRound(hook, finished, line);
  if (!finished.isGreen) return red(finished.reason);
  const text = await readRegularFile(file, 'utf8', maxMessageBytes);
  if (text === null || text.includes('\0'))
    return red(`The message that the hook ${hook.name} left could not be read.`);
  const after = cleanMessage(text);
  if (after === '') return red(`The hook ${hook.name} left an empty message.`);
  const changed = changedTrailers(message, after);
  return changed.length === 0
    ? { is: 'passed', tree, message: after }
    : red(
        `The hook ${hook.name} must not change these lines of the message: ${changed.slice(0, maxNamed).join(' | ')}`,
      );
}

const redRound = (hook: CommitHook, { log }: FinishedHook, line: string) =>
  ({ is: 'red', hook: hook.name, log, lines: [line] }) as const;

/** A person changes hooks: an agent must not change what judges it. */
export const tamperedReason = (files: readonly string[]): string =>
  `The group changes files that decide what the commit hooks do: ${files.slice(0, maxNamed).join(', ')}`;
