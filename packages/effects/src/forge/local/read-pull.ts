/** A pull request of the local forge as it stands: its file, and what git says about its branches. */
import type { ClosedState, MergedState } from '@harness/core/effects/forge';
import type { PullSnapshot } from '../forge.ts';
import { baseTip, headTip, type LocalRepository } from './local-repository.ts';
import { findLandedMerge, type LandedMerge, mergeResult } from './merge-result.ts';
import { type PullFile, pullPath, readPullFile, writePullFile } from './pull-file.ts';

export interface LocalPull {
  readonly file: PullFile;
  readonly head: string;
}

/** A merge that nobody wrote down is written down now: ours that was cut off, or a person's. */
export async function readLocalPull(place: LocalRepository, pull: number): Promise<LocalPull> {
  const file = await readPullFile(place.folder, pull);
  if (file.merged !== undefined && file.state === 'merged') return { file, head: file.merged.head };
  const head = await headTip(place, file.branch);
  if (head === null) return { file: { ...file, state: 'closed' }, head: '' }; // whoever deletes the branch closes it
  const found = await findLandedMerge(place, await baseTip(place, file.base), head);
  if (found === null) return { file: file.state === 'merged' ? { ...file, state: 'closed' } : file, head };
  return { file: await recordMerge(place, file, head, found), head };
}

export async function recordMerge(
  place: LocalRepository,
  file: PullFile,
  head: string,
  found: LandedMerge,
): Promise<PullFile> {
  const { sha, by, atMs } = found;
  const merged: PullFile = { ...file, state: 'merged', merged: { sha, head, by, at: new Date(atMs).toISOString() } };
  await writePullFile(place.folder, merged);
  return merged;
}

export function pullStateOf(file: PullFile): { readonly is: 'open' } | ClosedState | MergedState {
  if (file.state === 'merged' && file.merged) return { is: 'merged', sha: file.merged.sha, by: file.merged.by };
  return file.state === 'open' ? { is: 'open' } : { is: 'closed', by: file.closedBy ?? 'someone' };
}

export const urlOf = (place: LocalRepository, pull: number): string => `file://${pullPath(place.folder, pull)}`;

export async function toLocalPullSnapshot(place: LocalRepository, pull: number): Promise<PullSnapshot> {
  const { file, head } = await readLocalPull(place, pull);
  const { branch, base, title, body, isDraft, labels } = file;
  const state = pullStateOf(file);
  const mergeable = state.is === 'open' ? await couldMerge(place, base, head) : 'unknown';
  return { pull, url: urlOf(place, pull), state, isDraft, branch, base, head, title, body, labels, mergeable };
}

async function couldMerge(place: LocalRepository, base: string, head: string): Promise<PullSnapshot['mergeable']> {
  const { is } = await mergeResult(place, await baseTip(place, base), head);
  return is === 'clean' ? 'yes' : 'conflict';
}

export async function conflictsOf(place: LocalRepository, { base, head }: PullSnapshot): Promise<readonly string[]> {
  const result = await mergeResult(place, await baseTip(place, base), head);
  return result.is === 'conflict' ? result.files : [];
}
