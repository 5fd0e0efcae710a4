/**
 * Brings a chore by a pull request, where nobody may push to the base: labelled and merged if the forge lets us, else left
 * open for whoever may. One a chore: a later try goes on with the branch that an earlier one pushed.
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
  /** The pull request that somebody has to merge. */
  readonly waits?: { readonly pull: number; readonly url: string };
}

export async function commitChoreByPull(
  forge: Forge,
  commit: string,
  { branch, body, label, base, title }: ChoreByPull & { readonly base: string; readonly title: string },
  task: ForgeTask,
): Promise<ChoreResult> {
  const head = await pushed(forge, branch, commit, task);
  const opened = await forge.open({ branch, base, head, title, body }, task);
  if (opened.is === 'merged') return { commit: opened.sha };
  const { pull, url } = opened;
  if (label !== undefined) await forge.label(pull, label, task);
  const merged = await forge.merge({ pull, head, title, message: '' }, task);
  return merged.is === 'merged' ? { commit: merged.sha } : { commit: null, waits: { pull, url } };
}

/** The commit of an earlier try does the same as ours. */
async function pushed(forge: Forge, branch: string, commit: string, task: ForgeTask): Promise<string> {
  try {
    await forge.push({ branch, commit }, task);
    return commit;
  } catch (error) {
    if (!(error instanceof ForgeError) || error.failure.code !== 'forge.branch-moved') throw error;
    return String(error.failure.params['found']);
  }
}
