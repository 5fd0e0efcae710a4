/** Opens a pull request at the local forge, one per branch and base, by the rules of `core/forge/opening`. */
import type { OpenResult } from '@harness/core/effects/forge';
import { hasEffectMark, newBody, updateBody } from '@harness/core/forge/body';
import { decideOpening } from '@harness/core/forge/open-pull';
import type { ForgeTask, OpenArgs } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import { baseTip, headTip, type LocalRepository, mirrorBase } from './local-repository.ts';
import { findLandedMerge } from './merge-result.ts';
import { type PullFile, readPulls, writePullFile } from './pull-file.ts';
import { type LocalPull, pullStateOf, readLocalPull, urlOf } from './read-pull.ts';

export async function openLocal(local: LocalRepository, args: OpenArgs, { effect }: ForgeTask): Promise<OpenResult> {
  const all = await readPulls(local.folder);
  const own = all.filter(({ branch, base }) => branch === args.branch && base === args.base).reverse();
  const seen: LocalPull[] = [];
  for (const { pull } of own) seen.push(await readLocalPull(local, pull));
  const earlier = seen.map(({ file, head }) => ({
    pull: file.pull,
    state: file.state,
    head,
    isOurs: hasEffectMark(file.body, effect),
  }));
  const opening = decideOpening(earlier, args.head);
  const found = seen.find(({ file }) => file.pull === opening.pull)?.file;
  if (found === undefined) return openNew(local, (all.at(-1)?.pull ?? 0) + 1, args, effect);
  const state = pullStateOf(found);
  if (state.is === 'merged') return { ...state, pull: found.pull };
  return updateExisting(local, found, opening.do === 'reopen', args, effect);
}

/** A person may have merged it by hand: check before calling it open. */
export async function findLocal(local: LocalRepository, branch: string, base: string): Promise<number | null> {
  for (const file of (await readPulls(local.folder)).toReversed()) {
    if (file.branch !== branch || file.base !== base || file.state !== 'open') continue;
    if ((await readLocalPull(local, file.pull)).file.state === 'open') return file.pull;
  }
  return null;
}

async function openNew(local: LocalRepository, pull: number, args: OpenArgs, effect: string): Promise<OpenResult> {
  const isOnBase = await requirePushed(local, args);
  await writePullFile(local.folder, {
    ...newPullFile(pull, args, effect),
    ...(isOnBase ? { since: args.since } : {}),
  });
  return { is: 'open', pull, url: urlOf(local, pull), how: 'opened', body: 'written' };
}

async function updateExisting(
  local: LocalRepository,
  file: PullFile,
  again: boolean,
  args: OpenArgs,
  effect: string,
): Promise<OpenResult> {
  if (again) await requirePushed(local, args);
  const { pull, closedBy: _, ...rest } = file;
  const body = updateBody(file.body, args.body, effect);
  const renewed = { ...(again ? { ...rest, pull, state: 'open' as const } : file), body: body ?? file.body };
  await writePullFile(local.folder, renewed);
  const how = again ? 'reopened' : 'found';
  return { is: 'open', pull, url: urlOf(local, pull), how, body: body === null ? 'kept' : 'written' };
}

/** True if the base already has the work, which `since` allows. */
async function requirePushed(local: LocalRepository, { branch, base, head, since }: OpenArgs): Promise<boolean> {
  const tip = await headTip(local, branch);
  if (tip === null) throw new ForgeError('forge.refused', { detail: `the branch ${branch} was not pushed` });
  if (tip !== head) throw new ForgeError('forge.branch-moved', { branch, expected: head, found: tip });
  const onto = await baseTip(local, base);
  await mirrorBase(local, base, onto);
  if ((await findLandedMerge(local, onto, head)) === null) return false;
  if (since === undefined || since === head)
    throw new ForgeError('forge.refused', { detail: `no commits between ${base} and ${branch}` });
  return true;
}

const newPullFile = (pull: number, { branch, base, title, body }: OpenArgs, effect: string): PullFile => ({
  version: 1,
  pull,
  state: 'open',
  title,
  branch,
  base,
  isDraft: false,
  labels: [],
  body: newBody(body, effect),
  openedAt: new Date().toISOString(),
  reviews: [],
  comments: [],
});
