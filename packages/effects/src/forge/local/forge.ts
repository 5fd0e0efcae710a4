/**
 * The forge of a repository without a remote: a bare repository beside the state, pull requests as files, and the
 * configured checks as its CI. One operation at a time, also among several processes.
 */
import { realpath } from 'node:fs/promises';
import { markOf } from '@harness/core/forge/body';
import { survivorsAreDone } from '../../git/survivor.ts';
import type { Forge } from '../forge.ts';
import { pushCommit } from '../push.ts';
import { type LocalChecks, readLocalChecks, runLocalChecks } from './checks.ts';
import { lookAt, seePull, urlOf } from './look.ts';
import { mergeLocal } from './merge.ts';
import { openLocal } from './open.ts';
import { baseTip, ensurePlace, mirrorBase, placeOf, remoteOf } from './place.ts';
import { readPullFile, readPulls, writePullFile } from './pull-file.ts';
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
    fetchBase: (base) =>
      alone(async () => {
        const tip = await baseTip(place, base);
        await mirrorBase(place, base, tip);
        return tip;
      }),
    open: (args, task) => alone(() => openLocal(place, args, task)),
    look: (pull) => alone(() => lookAt(place, pull)),
    reviews: async (pull) => (await readPullFile(folder, pull)).reviews,
    runChecks: (look, task) => runLocalChecks(place, look, checks, task),
    checks: (look) => readLocalChecks(place, look, checks),
    explain: async (red) => red, // what they printed is in them
    precedes: async () => false, // what was pushed is seen at once
    label: (pull, label) =>
      alone(async () => {
        const file = await readPullFile(folder, pull);
        if (!file.labels.includes(label)) await writePullFile(folder, { ...file, labels: [...file.labels, label] });
      }),
    comment: (pull, text, { effect }) =>
      alone(async () => {
        const file = await readPullFile(folder, pull);
        const mark = markOf(effect);
        const at = file.comments.findIndex((comment) => comment.text.includes(mark));
        const comment = { by: 'harness', at: new Date().toISOString(), text: `${text}\n\n${mark}` };
        if (at === -1) await writePullFile(folder, { ...file, comments: [...file.comments, comment] });
        return `${urlOf(place, pull)}#comment-${(at === -1 ? file.comments.length : at) + 1}`;
      }),
    merge: (args, task) => alone(() => mergeLocal(place, args, task)),
    listMerged: (base, most) =>
      alone(async () => {
        const seen = [];
        for (const file of await readPulls(folder))
          if (file.base === base && file.state !== 'closed') seen.push(await seePull(place, file.pull));
        const merged = seen.flatMap(({ file: { pull, branch, merged: how, state } }) =>
          how === undefined || state !== 'merged'
            ? []
            : [{ is: 'merged' as const, pull, branch, sha: how.sha, by: how.by, atMs: Date.parse(how.at) }],
        );
        return merged.sort((one, other) => other.atMs - one.atMs || other.pull - one.pull).slice(0, most);
      }),
  };
}
