/**
 * The forge of a repository without a remote: a bare repository beside the state, pull requests as files, and the
 * configured checks as its CI. One operation at a time, also among several processes.
 */
import { realpath } from 'node:fs/promises';
import { survivorsAreDone } from '../../git/survivor.ts';
import type { Forge } from '../forge.ts';
import { pushCommit } from '../push.ts';
import { advanceLocal } from './advance.ts';
import { commentLocal, labelLocal } from './annotate.ts';
import { type LocalChecks, readLocalChecks, runLocalChecks } from './checks.ts';
import { conflictsOf, lookAt } from './look.ts';
import { mergeLocal } from './merge.ts';
import { mergedLocal } from './merged.ts';
import { findLocal, openLocal } from './open.ts';
import { baseTip, ensurePlace, mirrorBase, type Place, placeOf, remoteOf } from './place.ts';
import { readPullFile } from './pull-file.ts';
import { inForgeTurn } from './turn.ts';

interface Settings {
  /** The top of the target's working tree. */
  readonly repo: string;
  /** Relative to it. */
  readonly stateDir: string;
  readonly checks: LocalChecks;
}

export async function localForge({ repo, stateDir, checks }: Settings): Promise<Forge> {
  const place = placeOf(await realpath(repo), stateDir);
  const { folder } = place;
  const alone = <Value>(act: () => Promise<Value>) =>
    inForgeTurn(folder, async () => {
      await survivorsAreDone(place.repo);
      await ensurePlace(place);
      return act();
    });
  return {
    push: ({ branch, commit }) => alone(() => pushCommit(remoteOf(place), branch, commit)),
    fetchBase: (base) => alone(() => followBase(place, base)),
    advance: (args) => alone(() => advanceLocal(place, args)),
    open: (args, task) => alone(() => openLocal(place, args, task)),
    find: (branch, base) => alone(() => findLocal(place, branch, base)),
    look: (pull) => alone(() => lookAt(place, pull)),
    reviews: async (pull) => (await readPullFile(folder, pull)).reviews,
    conflicts: (look) => alone(() => conflictsOf(place, look)),
    runChecks: (look, task) => runLocalChecks(place, look, checks, task),
    checks: (look) => readLocalChecks(place, look, checks),
    explain: async (red) => red, // what they printed is in them
    precedes: async () => false, // what was pushed is seen at once
    label: (pull, label) => alone(() => labelLocal(place, pull, label)),
    comment: (pull, text, task) => alone(() => commentLocal(place, pull, text, task)),
    merge: (args, task) => alone(() => mergeLocal(place, args, task)),
    listMerged: (base, most) => alone(() => mergedLocal(place, base, most)),
  };
}

async function followBase(place: Place, base: string): Promise<string> {
  const tip = await baseTip(place, base);
  await mirrorBase(place, base, tip);
  return tip;
}
