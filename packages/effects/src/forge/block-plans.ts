/** Blocks all active plans and adds the review plan in one `chore:` commit (DO-19); reverting it lifts the block. */
import { basename, posix } from 'node:path';
import type { FidelityResult } from '@harness/core/effects/fidelity';
import { reviewFile, reviewPlan } from '@harness/core/fidelity/report';
import { planName, readPlan, withStatus } from '@harness/core/input-files/plan-file';
import { git, gitOrThrow } from '../git/command.ts';
import { commitChore, type FileChange, writeTreeWith } from './chore-commit.ts';
import type { Forge, ForgeTask } from './forge.ts';

export interface BlockArgs extends FidelityResult {
  readonly planDir: string;
  readonly base: string;
}

export async function performBlockPlans(
  forge: Forge,
  repo: string,
  args: BlockArgs,
  task: ForgeTask,
  clean: (text: string) => string,
) {
  const review = { path: posix.join(args.planDir, reviewFile), text: clean(reviewPlan(args)) };
  const treeOn = async (tip: string) => {
    const tree = await writeTreeWith(repo, tip, [...(await readBlockedPlans(repo, tip, args.planDir)), review]);
    return tree === (await gitOrThrow(repo, ['rev-parse', `${tip}^{tree}`])) ? null : tree;
  };
  const byPull = {
    branch: `chore/${basename(reviewFile, '.md')}`,
    body: `The product has drifted from its spec. This pull request blocks the active plans until a person has reviewed the drift, because ${args.base} accepts no direct push.`,
  };
  const chore = { base: args.base, subject: 'chore: block plans for a fidelity review', byPull };
  const { commit } = await commitChore(forge, repo, { ...chore, treeOn }, task);
  // The state before the commit, also if an earlier try made it.
  const active = commit === null ? [] : await readBlockedPlans(repo, `${commit}^1`, args.planDir);
  return { commit, plans: active.map(({ id }) => id) };
}

/** Active plans of a commit, with their blocked text. Unreadable plans are skipped. */
async function readBlockedPlans(
  repo: string,
  tip: string,
  planDir: string,
): Promise<readonly (FileChange & { readonly id: string })[]> {
  const { stdout } = await git(repo, ['ls-tree', '-z', tip, '--', `${planDir}/`]);
  const found: (FileChange & { readonly id: string })[] = [];
  for (const line of stdout.split('\0')) {
    const { mode, path } = /^(?<mode>\d+) blob \S+\t(?<path>.*)$/.exec(line)?.groups ?? {};
    if (mode === undefined || path === undefined || planName(basename(path)) === null) continue;
    const text = (await git(repo, ['show', `${tip}:${path}`])).stdout;
    const read = readPlan(path, text);
    if (read.ok && read.plan.status === 'active')
      found.push({ id: read.plan.id, path, mode, text: withStatus(text, 'blocked') });
  }
  return found;
}
