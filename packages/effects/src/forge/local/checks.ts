/**
 * Runs the configured check commands on the exact merge result, as the CI of the local forge.
 *
 *   C1. A conflict is red and names its files.
 *   C2. The results are stored with the pull request per merge result: a repeated watch runs no check twice.
 *   C3. The checks run in a clean room of the merge result: no file that git ignores decides.
 */
import { join } from 'node:path';
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { ForgeCheck } from '@harness/core/forge/checks';
import { safeName } from '../../artifact/name.ts';
import { gitAsAuthor } from '../../git/commit-author.ts';
import { lanePath } from '../../git/lane/lane.ts';
import { withLaneLock } from '../../git/lane/lane-lock.ts';
import type { CheckList, ForgeTask, PullSnapshot } from '../forge.ts';
import { withForgeLock } from './forge-lock.ts';
import { baseTip, type LocalRepository } from './local-repository.ts';
import { mergeResult } from './merge-result.ts';
import { readPullFile, writePullFile } from './pull-file.ts';

export interface LocalChecks {
  readonly commands: readonly string[];
  readonly timeoutMs: number;
  readonly reports?: readonly string[];
  readonly performer: Performer<AbortSignal>;
}

export async function readLocalChecks(
  local: LocalRepository,
  look: PullSnapshot,
  { commands }: LocalChecks,
): Promise<CheckList> {
  if (look.state.is !== 'open') {
    const { checks } = await readPullFile(local.folder, look.pull);
    return { checks: checks?.results ?? [], mayGrow: false };
  }
  const result = await mergeResult(local, await baseTip(local, look.base), look.head);
  if (result.is === 'conflict') return { checks: [conflictCheck(look.base, result.files)], mayGrow: false };
  const { checks } = await readPullFile(local.folder, look.pull);
  const known = checks?.tree === result.tree ? checks.results : commands.map(pending);
  return { checks: known, mayGrow: false };
}

const pending = (name: string): ForgeCheck => ({ name, colour: 'pending', url: '', detail: '' });
const conflictCheck = (base: string, files: readonly string[]): ForgeCheck => ({
  name: `merge into ${base}`,
  colour: 'red',
  url: '',
  detail: `conflicts in ${files.join(', ')}`,
});

export function runLocalChecks(
  local: LocalRepository,
  look: PullSnapshot,
  how: LocalChecks,
  task: ForgeTask,
): Promise<void> {
  const name = safeName(`forge-${look.pull}-${task.effect}`); // separate per effect
  return withLaneLock(join(local.folder, name), async () => {
    const { checks } = await readLocalChecks(local, look, how);
    if (!checks.some(({ colour }) => colour === 'pending')) return;
    const tip = await baseTip(local, look.base);
    const result = await mergeResult(local, tip, look.head);
    if (result.is === 'conflict') return;
    const commit = await commitOf(local, result.tree, tip, look.head);
    const results = await runAll(name, commit, how, task);
    await withForgeLock(local.tryLock, async () => {
      const file = await readPullFile(local.folder, look.pull);
      await writePullFile(local.folder, { ...file, checks: { tree: result.tree, results: [...results] } });
    });
  });
}

const commitOf = ({ repo }: LocalRepository, tree: string, base: string, head: string): Promise<string> =>
  gitAsAuthor(repo, ['commit-tree', tree, '-p', base, '-p', head, '-m', 'the result of the merge, to be checked'], {});

/** The room is that of a lane without a folder: it gets the packages of the checkout, like the lanes of the change. */
async function runAll(
  name: string,
  commit: string,
  { commands, timeoutMs, reports, performer }: LocalChecks,
  task: ForgeTask,
): Promise<readonly ForgeCheck[]> {
  const results: ForgeCheck[] = [];
  for (const [at, command] of commands.entries()) {
    const after = commands.slice(0, at);
    const input: CheckInput = {
      command,
      cwd: lanePath(name),
      timeoutMs,
      commit,
      after,
      ...(reports ? { reports } : {}),
    };
    const { outcome } = await performer.perform(input, task.context);
    results.push(toForgeCheck(command, outcome as Outcome<CheckReport>));
  }
  return results;
}

function toForgeCheck(name: string, outcome: Outcome<CheckReport>): ForgeCheck {
  if (!outcome.ok) {
    const { code, params } = outcome.failure;
    return { name, colour: 'red', url: '', detail: `${code} ${params['detail'] ?? params['tail'] ?? ''}`.trim() };
  }
  const { green, tail, log } = outcome.value;
  return { name, colour: green ? 'green' : 'red', url: log.path, detail: green ? '' : tail };
}
