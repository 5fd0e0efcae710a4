/**
 * The forge of a repository without a remote: a bare repository beside the state, pull requests as files, and the
 * configured checks as its CI. One operation at a time, also among several processes.
 */
import { realpath } from 'node:fs/promises';
import { waitForLeftoverGit } from '../../git/leftover-git.ts';
import type { Forge } from '../forge.ts';
import { pushCommit } from '../push.ts';
import { advanceLocal } from './advance.ts';
import { labelLocal } from './annotate.ts';
import { type LocalChecks, readLocalChecks, runLocalChecks } from './checks.ts';
import { withForgeLock } from './forge-lock.ts';
import { listLocalMerged } from './list-merged.ts';
import {
  baseTip,
  createLocalRepository,
  type LocalRepository,
  localRepositoryOf,
  mirrorBase,
  remoteOf,
} from './local-repository.ts';
import { mergeLocal } from './merge.ts';
import { findLocal, openLocal } from './open.ts';
import { readPullFile } from './pull-file.ts';
import { conflictsOf, toLocalPullSnapshot } from './read-pull.ts';

interface Settings {
  /** The top of the target's working tree. */
  readonly repo: string;
  /** Relative to it. */
  readonly stateDir: string;
  readonly checks: LocalChecks;
}

export async function localForge({ repo, stateDir, checks }: Settings): Promise<Forge> {
  const place = localRepositoryOf(await realpath(repo), stateDir);
  const { folder } = place;
  const alone = <Value>(act: () => Promise<Value>) =>
    withForgeLock(folder, async () => {
      await waitForLeftoverGit(place.repo);
      await createLocalRepository(place);
      return act();
    });
  return {
    push: ({ branch, commit }) => alone(() => pushCommit(remoteOf(place), branch, commit)),
    fetchBase: (base) => alone(() => followBase(place, base)),
    advance: (args) => alone(() => advanceLocal(place, args)),
    open: (args, task) => alone(() => openLocal(place, args, task)),
    find: (branch, base) => alone(() => findLocal(place, branch, base)),
    look: (pull) => alone(() => toLocalPullSnapshot(place, pull)),
    reviews: async (pull) => (await readPullFile(folder, pull)).reviews,
    conflicts: (look) => alone(() => conflictsOf(place, look)),
    runChecks: (look, task) => runLocalChecks(place, look, checks, task),
    checks: (look) => readLocalChecks(place, look, checks),
    explain: async (red) => red, // what they printed is in them
    precedes: async () => false, // what was pushed is seen at once
    label: (pull, label) => alone(() => labelLocal(place, pull, label)),
    merge: (args, task) => alone(() => mergeLocal(place, args, task)),
    listMerged: (base, most) => alone(() => listLocalMerged(place, base, most)),
  };
}

async function followBase(place: LocalRepository, base: string): Promise<string> {
  const tip = await baseTip(place, base);
  await mirrorBase(place, base, tip);
  return tip;
}
