/**
 * Files a plan by a pull request, where nobody may push to the base: labelled and merged if the forge lets us, else left
 * open for whoever may. One a plan: a later try goes on with the branch that an earlier one pushed.
 */
import type { Forge, ForgeTask } from './forge.ts';
import { ForgeError } from './trouble.ts';

interface Args {
  readonly id: string;
  readonly base: string;
  readonly label: string;
}

export async function fileByPull(forge: Forge, commit: string, { id, base, label }: Args, task: ForgeTask) {
  const branch = `chore/file-${id}`;
  const title = `chore: complete plan ${id}`;
  const head = await pushed(forge, branch, commit, task);
  const body = `Plan ${id} is merged. This files it among the completed ones, because ${base} takes no direct push.`;
  const opened = await forge.open({ branch, base, head, title, body }, task);
  if (opened.is === 'merged') return { commit: opened.sha };
  const { pull, url } = opened;
  await forge.label(pull, label, task);
  const merged = await forge.merge({ pull, head, title, message: `Plan: ${id}` }, task);
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
