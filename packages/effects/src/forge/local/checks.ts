/**
 * The checks of the local forge: the configured commands, run by the harness itself on the exact result of the merge.
 *
 *   C1. A conflict is red, and its files are named.
 *   C2. What was said about a result is kept in the file of the pull request: a watch that is repeated runs nothing twice.
 *   C3. They run in a worktree of their own, which is gone afterwards.
 */
import { join, relative } from 'node:path';
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { ForgeCheck } from '@harness/core/forge/checks';
import { safeName } from '../../artifact/name.ts';
import { gitOrThrow } from '../../git/command.ts';
import { gitAsAuthor } from '../../git/commit-author.ts';
import type { GitContext } from '../../git/context.ts';
import { commonDir } from '../../git/git-dir.ts';
import { withLaneLock } from '../../git/lane/lane-lock.ts';
import { removeWorktree } from '../../git/worktree/worktree.ts';
import type { CheckList, ForgeTask, PullSnapshot } from '../forge.ts';
import { withForgeLock } from './forge-lock.ts';
import { baseTip, type LocalRepository } from './local-repository.ts';
import { mergeResult } from './merge-result.ts';
import { readPullFile, writePullFile } from './pull-file.ts';

/** How the target is checked, from its configuration. */
export interface LocalChecks {
  readonly commands: readonly string[];
  readonly timeoutMs: number;
  readonly reports?: readonly string[];
  /** Performs `check`. */
  readonly performer: Performer<AbortSignal>;
}

export async function readLocalChecks(
  place: LocalRepository,
  look: PullSnapshot,
  { commands }: LocalChecks,
): Promise<CheckList> {
  if (look.state.is !== 'open') {
    const { checks } = await readPullFile(place.folder, look.pull);
    return { checks: checks?.results ?? [], mayGrow: false };
  }
  const result = await mergeResult(place, await baseTip(place, look.base), look.head);
  if (result.is === 'conflict') return { checks: [conflicting(look.base, result.files)], mayGrow: false };
  const { checks } = await readPullFile(place.folder, look.pull);
  const known = checks?.tree === result.tree ? checks.results : commands.map(pending);
  return { checks: known, mayGrow: false };
}

const pending = (name: string): ForgeCheck => ({ name, colour: 'pending', url: '', detail: '' });
const conflicting = (base: string, files: readonly string[]): ForgeCheck => ({
  name: `merge into ${base}`,
  colour: 'red',
  url: '',
  detail: `conflicts in ${files.join(', ')}`,
});

export function runLocalChecks(
  place: LocalRepository,
  look: PullSnapshot,
  how: LocalChecks,
  task: ForgeTask,
): Promise<void> {
  const folder = join(place.folder, 'checks', safeName(`${look.pull}-${task.effect}`)); // two runs are not in each other's way
  return withLaneLock(folder, async () => {
    const { checks } = await readLocalChecks(place, look, how);
    if (!checks.some(({ colour }) => colour === 'pending')) return;
    const tip = await baseTip(place, look.base);
    const result = await mergeResult(place, tip, look.head);
    if (result.is === 'conflict') return;
    const commit = await commitOf(place, result.tree, tip, look.head);
    const results = await inWorktreeOf(place, folder, commit, task, () => runAll(place, folder, how, task));
    await withForgeLock(place.folder, async () => {
      const file = await readPullFile(place.folder, look.pull);
      await writePullFile(place.folder, { ...file, checks: { tree: result.tree, results: [...results] } });
    });
  });
}

const commitOf = ({ repo }: LocalRepository, tree: string, base: string, head: string): Promise<string> =>
  gitAsAuthor(repo, ['commit-tree', tree, '-p', base, '-p', head, '-m', 'the result of the merge, to be checked'], {});

async function inWorktreeOf<Value>(
  place: LocalRepository,
  folder: string,
  commit: string,
  task: ForgeTask,
  act: () => Promise<Value>,
) {
  const { repo } = place;
  const { run, key } = task;
  const work: GitContext = {
    ...{ repo, common: await commonDir(repo), run, key, runFolder: '', interrupted: false },
    kept: async () => {}, // nothing in there is anybody's work
  };
  await removeWorktree(work, folder); // of one who died
  await gitOrThrow(repo, ['worktree', 'add', '--detach', '--force', '--quiet', '--', folder, commit]);
  try {
    return await act();
  } finally {
    await removeWorktree(work, folder);
  }
}

async function runAll(
  place: LocalRepository,
  folder: string,
  how: LocalChecks,
  task: ForgeTask,
): Promise<readonly ForgeCheck[]> {
  const { commands, timeoutMs, reports, performer } = how;
  const cwd = relative(place.repo, folder);
  const results: ForgeCheck[] = [];
  for (const command of commands) {
    const input: CheckInput = { command, cwd, timeoutMs, ...(reports ? { reports } : {}) };
    const { outcome } = await performer.perform(input, task.context);
    results.push(told(command, outcome as Outcome<CheckReport>));
  }
  return results;
}

function told(name: string, outcome: Outcome<CheckReport>): ForgeCheck {
  if (!outcome.ok) {
    const { code, params } = outcome.failure;
    return { name, colour: 'red', url: '', detail: `${code} ${params['detail'] ?? params['tail'] ?? ''}`.trim() };
  }
  const { green, tail, log } = outcome.value;
  return { name, colour: green ? 'green' : 'red', url: log.path, detail: green ? '' : tail };
}
