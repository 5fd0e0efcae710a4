/** Opens a pull request at the local forge: one a branch and base, by the rules of `core/forge/opening`. */
import type { OpenResult } from '@harness/core/effects/forge';
import { isMarked, newBody, renewedBody } from '@harness/core/forge/body';
import { decideOpening } from '@harness/core/forge/open-pull';
import type { ForgeTask, OpenArgs } from '../forge.ts';
import { ForgeError } from '../forge-error.ts';
import { baseTip, headTip, type LocalRepository, mirrorBase } from './local-repository.ts';
import { findLandedMerge } from './merge-result.ts';
import { type PullFile, readPulls, writePullFile } from './pull-file.ts';
import { type LocalPull, pullStateOf, readLocalPull, urlOf } from './read-pull.ts';

export async function openLocal(place: LocalRepository, args: OpenArgs, { effect }: ForgeTask): Promise<OpenResult> {
  const all = await readPulls(place.folder);
  const own = all.filter(({ branch, base }) => branch === args.branch && base === args.base).reverse();
  const seen: LocalPull[] = [];
  for (const { pull } of own) seen.push(await readLocalPull(place, pull));
  const earlier = seen.map(({ file, head }) => ({
    ...{ pull: file.pull, state: file.state, head },
    isOurs: isMarked(file.body, effect),
  }));
  const opening = decideOpening(earlier, args.head);
  const found = seen.find(({ file }) => file.pull === opening.pull)?.file;
  if (found === undefined) return openNew(place, (all.at(-1)?.pull ?? 0) + 1, args, effect);
  const state = pullStateOf(found);
  if (state.is === 'merged') return { ...state, pull: found.pull };
  return goOn(place, found, opening.do === 'reopen', args, effect);
}

/** Somebody may have merged it by hand: that is seen before it is called open. */
export async function findLocal(place: LocalRepository, branch: string, base: string): Promise<number | null> {
  for (const file of (await readPulls(place.folder)).toReversed()) {
    if (file.branch !== branch || file.base !== base || file.state !== 'open') continue;
    if ((await readLocalPull(place, file.pull)).file.state === 'open') return file.pull;
  }
  return null;
}

async function openNew(place: LocalRepository, pull: number, args: OpenArgs, effect: string): Promise<OpenResult> {
  await mustBePushed(place, args);
  await writePullFile(place.folder, fresh(pull, args, effect));
  return { is: 'open', pull, url: urlOf(place, pull), how: 'opened', body: 'written' };
}

async function goOn(
  place: LocalRepository,
  file: PullFile,
  again: boolean,
  args: OpenArgs,
  effect: string,
): Promise<OpenResult> {
  if (again) await mustBePushed(place, args);
  const { pull, closedBy: _, ...rest } = file;
  const body = renewedBody(file.body, args.body, effect);
  const renewed = { ...(again ? { ...rest, pull, state: 'open' as const } : file), body: body ?? file.body };
  await writePullFile(place.folder, renewed);
  const how = again ? 'reopened' : 'found';
  return { is: 'open', pull, url: urlOf(place, pull), how, body: body === null ? 'kept' : 'written' };
}

async function mustBePushed(place: LocalRepository, { branch, base, head }: OpenArgs): Promise<void> {
  const tip = await headTip(place, branch);
  if (tip === null) throw new ForgeError('forge.refused', { detail: `the branch ${branch} was not pushed` });
  if (tip !== head) throw new ForgeError('forge.branch-moved', { branch, expected: head, found: tip });
  const onto = await baseTip(place, base);
  await mirrorBase(place, base, onto);
  if ((await findLandedMerge(place, onto, head)) !== null)
    throw new ForgeError('forge.refused', { detail: `no commits between ${base} and ${branch}` });
}

const fresh = (pull: number, { branch, base, title, body }: OpenArgs, effect: string): PullFile => ({
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
