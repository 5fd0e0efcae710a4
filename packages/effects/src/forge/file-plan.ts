/** Files a merged plan as completed by a `chore:` commit (D-43), or by a pull request if the base takes no push. */
import { basename, posix } from 'node:path';
import type { FilePlanResult as FiledPlan } from '@harness/core/effects/file-plan';
import { readPlan, withStatus } from '@harness/core/input-files/plan-file';
import { git } from '../git/command.ts';
import { commitChore, writeTreeWith } from './chore-commit.ts';
import type { Forge, ForgeTask } from './forge.ts';

export interface FileArgs {
  readonly id: string;
  readonly file: string;
  readonly completedDir: string;
  readonly base: string;
  readonly label: string;
}

export function performFilePlan(
  forge: Forge,
  repo: string,
  args: FileArgs,
  task: ForgeTask,
): Promise<Omit<FiledPlan, 'local'>> {
  const { id, base, label } = args;
  const byPull = {
    branch: `chore/file-${id}`,
    label,
    body: `Plan ${id} is merged. This pull request marks it as completed, because ${base} accepts no direct push.`,
  };
  const chore = { base, subject: `chore: complete plan ${id}`, byPull };
  return commitChore(forge, repo, { ...chore, treeOn: (tip) => writeFiledTree(repo, tip, args) }, task);
}

/** Tree with the moved plan; `null` if the plan is not in its old place. */
async function writeFiledTree(repo: string, tip: string, { file, completedDir }: FileArgs): Promise<string | null> {
  const found = await git(repo, ['ls-tree', '-z', tip, '--', file]);
  const [mode = ''] = found.stdout.split(' ');
  if (found.stdout === '') return null;
  const text = (await git(repo, ['show', `${tip}:${file}`])).stdout;
  const filed = readPlan(file, text).ok ? withStatus(text, 'completed') : text; // an unreadable plan is moved unchanged
  const path = posix.join(completedDir, basename(file));
  return writeTreeWith(repo, tip, [
    { path: file, text: null },
    { path, text: filed, mode },
  ]);
}
