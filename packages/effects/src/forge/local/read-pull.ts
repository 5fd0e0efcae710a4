/** Reads a pull request of the local forge: its file, and the state of its branches in git. */
import type { ClosedState, MergedState } from '@harness/core/effects/forge';
import type { PullSnapshot } from '../forge.ts';
import { baseTip, headTip, type LocalRepository } from './local-repository.ts';
import { findLandedMerge, type LandedMerge, mergeResult } from './merge-result.ts';
import { type PullFile, pullPath, readPullFile, writePullFile } from './pull-file.ts';

export interface LocalPull {
  readonly file: PullFile;
  readonly head: string;
}

/** Records a merge that the file lacks: an interrupted merge of the harness, or a merge by hand. */
export async function readLocalPull(local: LocalRepository, pull: number): Promise<LocalPull> {
  const file = await readPullFile(local.folder, pull);
  if (file.merged !== undefined && file.state === 'merged') return { file, head: file.merged.head };
  const head = await headTip(local, file.branch);
  if (head === null) return { file: { ...file, state: 'closed' }, head: '' }; // a deleted branch closes the pull request
  if (file.since !== undefined) return { file, head }; // the base had the work before: that is no merge
  const found = await findLandedMerge(local, await baseTip(local, file.base), head);
  if (found === null) return { file: file.state === 'merged' ? { ...file, state: 'closed' } : file, head };
  return { file: await recordMerge(local, file, head, found), head };
}

export async function recordMerge(
  local: LocalRepository,
  file: PullFile,
  head: string,
  found: LandedMerge,
): Promise<PullFile> {
  const { sha, by, atMs } = found;
  const merged: PullFile = { ...file, state: 'merged', merged: { sha, head, by, at: new Date(atMs).toISOString() } };
  await writePullFile(local.folder, merged);
  return merged;
}

export function pullStateOf(file: PullFile): { readonly is: 'open' } | ClosedState | MergedState {
  if (file.state === 'merged' && file.merged) return { is: 'merged', sha: file.merged.sha, by: file.merged.by };
  return file.state === 'open' ? { is: 'open' } : { is: 'closed', by: file.closedBy ?? 'someone' };
}

export const urlOf = (local: LocalRepository, pull: number): string => `file://${pullPath(local.folder, pull)}`;

export async function toLocalPullSnapshot(local: LocalRepository, pull: number): Promise<PullSnapshot> {
  const { file, head } = await readLocalPull(local, pull);
  const { branch, base, title, body, isDraft, labels } = file;
  const state = pullStateOf(file);
  const mergeable = state.is === 'open' ? await couldMerge(local, base, head) : 'unknown';
  return { pull, url: urlOf(local, pull), state, isDraft, branch, base, head, title, body, labels, mergeable };
}

async function couldMerge(local: LocalRepository, base: string, head: string): Promise<PullSnapshot['mergeable']> {
  const { is } = await mergeResult(local, await baseTip(local, base), head);
  return is === 'clean' ? 'yes' : 'conflict';
}

export async function conflictsOf(local: LocalRepository, { base, head }: PullSnapshot): Promise<readonly string[]> {
  const result = await mergeResult(local, await baseTip(local, base), head);
  return result.is === 'conflict' ? result.files : [];
}
