/**
 * Files a plan that is merged: its file goes to the completed ones, as one `chore:` commit on the base of the forge (D-43),
 * or by a pull request of its own where the base takes no push.
 */
import { basename, posix } from 'node:path';
import type { FilePlanResult as FiledPlan } from '@harness/core/effects/file-plan';
import { readPlan, withStatus } from '@harness/core/input-files/plan-file';
import { git } from '../git/command.ts';
import { commitChore, writeTreeWith } from './chore-commit.ts';
import type { Forge, ForgeTask } from './forge.ts';

export interface FileArgs {
  readonly id: string;
  /** By its path in the repository. */
  readonly file: string;
  readonly completedDir: string;
  readonly base: string;
  /** For the pull request, where there has to be one. */
  readonly label: string;
}

export function filePlan(
  forge: Forge,
  repo: string,
  args: FileArgs,
  task: ForgeTask,
): Promise<Omit<FiledPlan, 'local'>> {
  const { id, base, label } = args;
  const byPull = {
    ...{ branch: `chore/file-${id}`, label },
    body: `Plan ${id} is merged. This files it among the completed ones, because ${base} takes no direct push.`,
  };
  const chore = { base, subject: `chore: complete plan ${id}`, byPull };
  return commitChore(forge, repo, { ...chore, treeOn: (tip) => filedOn(repo, tip, args) }, task);
}

/** With the plan in its new place; null when it is not in its old one. */
async function filedOn(repo: string, tip: string, { file, completedDir }: FileArgs): Promise<string | null> {
  const found = await git(repo, ['ls-tree', '-z', tip, '--', file]);
  const [mode = ''] = found.stdout.split(' ');
  if (found.stdout === '') return null;
  const text = (await git(repo, ['show', `${tip}:${file}`])).stdout;
  const filed = readPlan(file, text).ok ? withStatus(text, 'completed') : text; // what it became is not ours to mend
  const place = posix.join(completedDir, basename(file));
  return writeTreeWith(repo, tip, [
    { path: file, text: null },
    { path: place, text: filed, mode },
  ]);
}
