/**
 * Reads the files that a hook left, although everything that it left is hostile.
 *
 *   E1. Git of the harness opens neither the hook's git folder nor its index: its settings could start programs. A git in
 *       the box packs the changed files.
 *   E2. Only regular files of limited size are read, and git checks each object of the pack.
 *   E3. A pack that lies can only contain other content for files, which the hook could have written anyway.
 */
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftFiles } from '@harness/core/commit-hooks/rewrites';
import { shellQuote } from '@harness/core/text/shell-quote';
import { safeName } from '../artifact/name.ts';
import { runCommand } from '../check/run-command.ts';
import { type ChangedRow, parseRows } from '../checkout/change.ts';
import { removeFolder } from '../file/file-system.ts';
import { readRegularFile } from '../file/regular-file.ts';
import { GitError, gitBytes } from '../git/command.ts';
import { copyIndex } from '../git/worktree/index-file.ts';
import { StartError } from '../process/start-command.ts';
import { type HookRun, hookLayers } from './run-hook.ts';

export interface HookResult extends LeftFiles<ChangedRow> {
  /** Commit of HEAD in the room; a hook may have moved it. */
  readonly head: string;
}

export interface ResultReader {
  /** Call it when the hook has ended. `null` if there is no readable result. */
  read(run: HookRun): Promise<HookResult | null>;
  close(): Promise<void>;
}

export interface GivenFiles {
  readonly repo: string;
  /** Tree that the hook was given, and commit that it is staged against. */
  readonly tree: string;
  readonly base: string;
}

/** Call it before the hook: it copies the index of the given files. */
export async function openResultReader(
  { runFolder, key, root }: { readonly runFolder: string; readonly key: string; readonly root: string },
  given: GivenFiles,
): Promise<ResultReader> {
  await mkdir(runFolder, { recursive: true });
  const folder = join(await realpath(runFolder), safeName(`hook-result-${key}`));
  await removeFolder(folder);
  await mkdir(folder, { mode: 0o700 });
  await copyIndex(join(root, '.git', 'index'), join(folder, 'index'));
  return {
    read: (run) => readResult(run, folder, given),
    close: () => removeFolder(folder),
  };
}

const resultTimeoutMs = 120_000;

async function readResult(run: HookRun, folder: string, given: GivenFiles): Promise<HookResult | null> {
  const finished = await runCommand(
    {
      command: packCommand(folder, given.tree),
      folder: run.root,
      room: run.root,
      cwd: '.',
      timeoutMs: resultTimeoutMs,
      logStem: `${run.context.key}.hook-result`,
      more: [...hookLayers(run.root), { sight: 'write', path: folder }],
      variables: async () => ({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '0' }),
    },
    run.context,
    run.options,
  );
  if (finished instanceof StartError || finished.exitCode !== 0 || finished.isLate) return null;
  return readPackedResult(folder, given, run.context.signal);
}

/** Objects that the repository lacks: of the hook's index, and of the given files as they are in the folder now. */
const packCommand = (folder: string, tree: string): string =>
  [
    `out=${shellQuote(folder)}`,
    'git rev-parse --verify HEAD > "$out/head"',
    'git write-tree > "$out/staged"',
    'GIT_INDEX_FILE="$out/index" git -c core.fsmonitor=false add --update',
    'GIT_INDEX_FILE="$out/index" git write-tree > "$out/left"',
    `{ cat "$out/staged" "$out/left"; echo ^${tree}; } | git pack-objects --revs --stdout -q > "$out/pack"`,
  ].join(' && ');

const maxPackBytes = 64 * 1024 * 1024;

async function readPackedResult(
  folder: string,
  { repo, tree, base }: GivenFiles,
  signal: AbortSignal,
): Promise<HookResult | null> {
  const [head, staged, left] = await Promise.all(
    ['head', 'staged', 'left'].map(async (name) => hashIn(await readRegularFile(join(folder, name), 'latin1', 200))),
  );
  const pack = await readRegularFile(join(folder, 'pack'), 'latin1', maxPackBytes);
  if (!head || !staged || !left || pack === null) return null;
  try {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(resultTimeoutMs)]);
    const input = Buffer.from(pack, 'latin1');
    const { exitCode } = await gitBytes(repo, ['unpack-objects', '-q', '--strict'], { input, signal: ends });
    if (exitCode !== 0) return null;
    const changed = (from: string, to: string) => parseRows(repo, { from, to });
    const committed = new Set((await changed(base, staged)).map(({ path }) => path));
    return { head, committed, staged: await changed(tree, staged), unstaged: await changed(tree, left) };
  } catch (error) {
    if (error instanceof GitError) return null; // a hash of another object, or one that is missing
    throw error;
  }
}

const hashIn = (text: string | null): string | null => /^([0-9a-f]{40}|[0-9a-f]{64})\n$/.exec(text ?? '')?.[1] ?? null;
