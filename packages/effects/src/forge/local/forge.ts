/**
 * Forge for a repository without a remote: a bare repository in the state folder, pull requests as files, and the
 * configured checks as CI. Runs one operation at a time, across processes.
 */
import { realpath } from 'node:fs/promises';
import type { MergedPull } from '@harness/core/effects/forge';
import { git, gitErrorFrom } from '../../git/command.ts';
import { waitForLeftoverGit } from '../../git/leftover-git.ts';
import { readRef } from '../../git/refs/ref.ts';
import type { AdvanceArgs, Forge } from '../forge.ts';
import { pushCommit } from '../push.ts';
import { type LocalChecks, readLocalChecks, runLocalChecks } from './checks.ts';
import { findCheckouts, updateCheckouts } from './follow-checkouts.ts';
import { type TryForgeLock, withForgeLock } from './forge-lock.ts';
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
import { readPullFile, readPulls, writePullFile } from './pull-file.ts';
import { conflictsOf, readLocalPull, toLocalPullSnapshot } from './read-pull.ts';

interface Settings {
  readonly repo: string;
  /** Relative to `repo`. */
  readonly stateDir: string;
  readonly checks: LocalChecks;
  readonly tryLock: TryForgeLock;
}

export async function localForge({ repo, stateDir, checks, tryLock }: Settings): Promise<Forge> {
  const local = localRepositoryOf(await realpath(repo), stateDir, tryLock);
  const { folder } = local;
  const exclusively = <Value>(act: () => Promise<Value>) =>
    withForgeLock(tryLock, async () => {
      await waitForLeftoverGit(local.repo);
      await createLocalRepository(local);
      return act();
    });
  return {
    push: ({ branch, commit }) => exclusively(() => pushCommit(remoteOf(local), branch, commit)),
    fetchBase: (base) => exclusively(() => followBase(local, base)),
    advance: (args) => exclusively(() => advanceLocal(local, args)),
    open: (args, task) => exclusively(() => openLocal(local, args, task)),
    find: (branch, base) => exclusively(() => findLocal(local, branch, base)),
    look: (pull) => exclusively(() => toLocalPullSnapshot(local, pull)),
    reviews: async (pull) => (await readPullFile(folder, pull)).reviews,
    conflicts: (look) => exclusively(() => conflictsOf(local, look)),
    runChecks: (look, task) => runLocalChecks(local, look, checks, task),
    checks: (look) => readLocalChecks(local, look, checks),
    explain: async (red) => red, // they contain their output
    precedes: async () => false, // a push is visible at once
    label: (pull, label) => exclusively(() => labelLocal(local, pull, label)),
    merge: (args, task) => exclusively(() => mergeLocal(local, args, task)),
    listMerged: (base, most) => exclusively(() => listLocalMerged(local, base, most)),
  };
}

async function followBase(local: LocalRepository, base: string): Promise<string> {
  const tip = await baseTip(local, base);
  await mirrorBase(local, base, tip);
  return tip;
}

/** Moves the base of the target by compare-and-swap. The bare repository and clean checkouts follow, as after a merge. */
async function advanceLocal(local: LocalRepository, { base, from, commit }: AdvanceArgs): Promise<boolean> {
  const ref = `refs/heads/${base}`;
  if ((await readRef(local.repo, ref)) !== commit) {
    const moved = await git(local.repo, ['update-ref', '-m', 'harness: file a plan', ref, commit, from]);
    if (moved.exitCode !== 0) {
      if ((await readRef(local.repo, ref)) === from) throw gitErrorFrom(moved);
      return false;
    }
  }
  await mirrorBase(local, base, commit);
  await updateCheckouts(await findCheckouts(local.repo, base), from, commit);
  return true;
}

async function labelLocal({ folder }: LocalRepository, pull: number, label: string): Promise<void> {
  const file = await readPullFile(folder, pull);
  if (!file.labels.includes(label)) await writePullFile(folder, { ...file, labels: [...file.labels, label] });
}

async function listLocalMerged(local: LocalRepository, base: string, most: number): Promise<readonly MergedPull[]> {
  const found: MergedPull[] = [];
  for (const file of await readPulls(local.folder)) {
    if (file.base !== base || file.state === 'closed') continue;
    const { pull, branch, state, merged } = (await readLocalPull(local, file.pull)).file;
    if (state !== 'merged' || merged === undefined) continue;
    found.push({ is: 'merged', pull, branch, sha: merged.sha, by: merged.by, atMs: Date.parse(merged.at) });
  }
  return found.sort((one, other) => other.atMs - one.atMs || other.pull - one.pull).slice(0, most);
}
