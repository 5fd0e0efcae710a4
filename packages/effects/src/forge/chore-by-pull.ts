/**
 * Commits a chore by a pull request if the base takes no push: labelled, and merged if the forge permits, else left
 * open. Each chore has one pull request: a later try continues with the branch of an earlier one.
 */
import type { Forge, ForgeTask } from './forge.ts';
import { ForgeError } from './forge-error.ts';

export interface ChoreByPull {
  readonly branch: string;
  readonly body: string;
  readonly label?: string;
}

export interface ChoreResult {
  readonly commit: string | null;
  /** Pull request that a person must merge; `undefined` if it is merged. */
  readonly waits?: { readonly pull: number; readonly url: string };
}

export async function commitChoreByPull(
  forge: Forge,
  commit: string,
  { branch, body, label, base, title }: ChoreByPull & { readonly base: string; readonly title: string },
  task: ForgeTask,
): Promise<ChoreResult> {
  const head = await pushOnce(forge, branch, commit, task);
  const opened = await forge.open({ branch, base, head, title, body }, task);
  if (opened.is === 'merged') return { commit: opened.sha };
  const { pull, url } = opened;
  if (label !== undefined) await forge.label(pull, label, task);
  const merged = await forge.merge({ pull, head, title, message: '' }, task);
  return merged.is === 'merged' ? { commit: merged.sha } : { commit: null, waits: { pull, url } };
}

/** Returns the commit of an earlier try if there is one: it has the same content. */
async function pushOnce(forge: Forge, branch: string, commit: string, task: ForgeTask): Promise<string> {
  try {
    await forge.push({ branch, commit }, task);
    return commit;
  } catch (error) {
    if (!(error instanceof ForgeError) || error.failure.code !== 'forge.branch-moved') throw error;
    return String(error.failure.params['found']);
  }
}
