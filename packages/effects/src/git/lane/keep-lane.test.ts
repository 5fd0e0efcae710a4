/** A feature that is kept and not merged: its branch holds exactly what was proved, and what follows begins on top of it. */
import type { Lane } from '@harness/core/effects/git';
import type { Outcome } from '@harness/core/failure/failure';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
import { checkpoint } from './checkpoint.ts';
import { closeLane } from './close-lane.ts';
import { keepLane } from './keep-lane.ts';
import { openLane } from './open-lane.ts';
import { buildStackedBase } from './stacked-base.ts';
import { syncLane } from './sync-lane.ts';

afterAll(clearScratch);

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
};

interface Begun {
  readonly onto?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const open = async (repo: Scratch, name: string, onto: readonly string[]) =>
  value(await openLane(repo.work(`run-${name}`), { slug: name, name, branch: `harness/${name}`, from: 'main', onto }));

/** A lane with files in it, saved. */
async function built(repo: Scratch, name: string, { onto = [], files = { [`${name}.txt`]: name } }: Begun = {}) {
  const lane = await open(repo, name, onto);
  for (const [file, text] of Object.entries(files)) repo.write(`${lane.path}/${file}`, `${text}\n`);
  const saved = value(await checkpoint(repo.work(`run-${name}`, '1/saved'), { lane })).commit;
  return { lane, saved };
}

const keep = async (repo: Scratch, name: string, lane: Lane, saved: string, onto: readonly string[] = []) =>
  value(
    await keepLane(repo.work(`run-${name}`, '6/done'), {
      ...{ lane, checkpoint: saved, base: 'main', onto, message: `${name}: it` },
    }),
  );

/** Built, kept and closed, as a feature that passed is; answers with the commit on its branch. */
async function kept(repo: Scratch, name: string, begun: Begun = {}): Promise<string> {
  const { lane, saved } = await built(repo, name, begun);
  const done = await keep(repo, name, lane, saved, begun.onto);
  value(await closeLane(repo.work(`run-${name}`, '7/closed'), { lane }));
  return done.is === 'kept' ? done.commit : '';
}

/** Every file of a commit, one after another. */
const textAt = (repo: Scratch, commit: string) =>
  repo
    .git('ls-tree', '-r', '--name-only', commit)
    .split('\n')
    .map((file) => repo.git('show', `${commit}:${file}`))
    .join('\n');

describe('K1, K2 keeping', () => {
  test('MO-05 puts exactly what was saved on its branch as one commit, and moves nothing else', async () => {
    const repo = scratch();
    const before = repo.git('rev-parse', 'main');
    const commit = await kept(repo, 'F-1');
    expect(repo.git('rev-parse', 'harness/F-1')).toBe(commit);
    expect(repo.git('rev-parse', `${commit}^@`)).toBe(before);
    expect(repo.git('show', `${commit}:F-1.txt`)).toBe('F-1');
    expect([repo.git('rev-parse', 'main'), repo.git('status', '--porcelain')]).toEqual([before, '']);
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(repo.refs('refs/harness/lanes')).toEqual([]);
  });

  test('happens once: a second try finds the first', async () => {
    const repo = scratch();
    const { lane, saved } = await built(repo, 'F-1');
    const first = await keep(repo, 'F-1', lane, saved);
    repo.git('commit', '--allow-empty', '--quiet', '--message=Meanwhile');
    expect(await keep(repo, 'F-1', lane, saved)).toEqual(first);
    expect(repo.git('rev-list', '--count', `${lane.base}..harness/F-1`)).toBe('1');
  });

  test('is refused where the base moved, and says when there is nothing to keep: then no branch stays', async () => {
    const repo = scratch();
    const one = await built(repo, 'F-1');
    const lane = await open(repo, 'F-2', []);
    expect(await keep(repo, 'F-2', lane, lane.base)).toMatchObject({ is: 'nothing' });
    value(await closeLane(repo.work('run-F-2', '7/closed'), { lane }));
    repo.git('commit', '--allow-empty', '--quiet', '--message=Meanwhile');
    expect(await keep(repo, 'F-1', one.lane, one.saved)).toEqual({ is: 'base-moved' });
    expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('harness/F-1\nmain');
  });

  test('a feature that is opened again goes on from its branch, which gets a second commit', async () => {
    const repo = scratch();
    const first = await kept(repo, 'F-1');
    const lane = value(
      await openLane(repo.work('run-again'), {
        ...{ slug: 'F-1', name: 'F-1', branch: 'harness/F-1', from: 'main', onto: [first], continues: true },
      }),
    );
    repo.write(`${lane.path}/more.txt`, 'more\n');
    const saved = value(await checkpoint(repo.work('run-again', '1/saved'), { lane })).commit;
    expect(await keep(repo, 'again', lane, saved, [first])).toMatchObject({ is: 'kept' });
    value(await closeLane(repo.work('run-again', '7/closed'), { lane }));
    expect(repo.git('rev-parse', 'harness/F-1^')).toBe(first);
    expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('harness/F-1\nmain');
  });
});

describe('G1, G2, G3 the ground of a feature', () => {
  test('is the base with the work of what it depends on, and the same commit whenever it is asked for', async () => {
    const repo = scratch();
    const onto = [await kept(repo, 'F-1'), await kept(repo, 'F-2')];
    const ground = await buildStackedBase(repo.root, 'main', onto);
    expect(await buildStackedBase(repo.root, 'main', onto)).toEqual(ground);
    const { lane, saved } = await built(repo, 'F-3', { onto });
    expect(lane.base).toBe(ground.commit);
    expect(['F-1.txt', 'F-2.txt'].map((file) => repo.read(`${lane.path}/${file}`))).toEqual(['F-1\n', 'F-2\n']);
    expect(await keep(repo, 'F-3', lane, saved, onto)).toMatchObject({ is: 'kept' });
    expect(repo.git('diff', '--name-only', 'harness/F-3^', 'harness/F-3')).toBe('F-3.txt');
  });

  test('of one dependency is its commit itself; what the base has by now is not brought again', async () => {
    const repo = scratch();
    const first = await kept(repo, 'F-1');
    expect(await buildStackedBase(repo.root, 'main', [first])).toMatchObject({ commit: first });
    repo.git('merge', '--quiet', '--no-ff', '--no-edit', 'harness/F-1');
    repo.git('branch', '--delete', '--force', 'harness/F-1');
    expect(await buildStackedBase(repo.root, 'main', [first, 'harness/F-1'])).toMatchObject({
      commit: repo.git('rev-parse', 'main'),
    });
  });

  test('names what does not fit together, shows both sides in the lane, and leaves no mark in any history', async () => {
    const repo = scratch();
    const [one, two] = [
      await kept(repo, 'F-1', { files: { 'both.txt': 'one' } }),
      await kept(repo, 'F-2', { files: { 'both.txt': 'two' } }),
    ];
    const lane = await open(repo, 'F-3', [one, two]);
    expect(lane.conflicts).toEqual(['both.txt']);
    expect(repo.read(`${lane.path}/both.txt`)).toMatch(/<<<<<<<[\s\S]*one[\s\S]*two[\s\S]*>>>>>>>/);
    repo.write(`${lane.path}/both.txt`, 'one and two\n');
    const saved = value(await checkpoint(repo.work('run-F-3', '1/saved'), { lane })).commit;
    await keep(repo, 'F-3', lane, saved, [one, two]);
    expect(repo.git('show', 'harness/F-3:both.txt')).toBe('one and two');
    const history = repo.git('rev-list', 'harness/F-3').split('\n');
    expect(history).toEqual(expect.arrayContaining([one, two]));
    for (const commit of history) expect(textAt(repo, commit)).not.toContain('<<<<<<<');
  });

  test('a base that moved is brought into the lane together with that work', async () => {
    const repo = scratch();
    const first = await kept(repo, 'F-1');
    const { lane, saved } = await built(repo, 'F-2', { onto: [first] });
    repo.write('own.txt', 'mine\n');
    repo.git('add', '--all', '--', 'own.txt');
    repo.git('commit', '--quiet', '--message=Mine');
    const synced = value(
      await syncLane(repo.work('run-F-2', '5/synced'), { lane, checkpoint: saved, base: 'main', onto: [first] }),
    );
    if (synced.is !== 'brought') throw new Error(synced.is);
    expect(['own.txt', 'F-1.txt', 'F-2.txt'].map((file) => repo.read(`${lane.path}/${file}`))).toEqual([
      ...['mine\n', 'F-1\n', 'F-2\n'],
    ]);
    expect(await keep(repo, 'F-2', synced.lane, synced.checkpoint, [first])).toMatchObject({ is: 'kept' });
  });

  test('work that does not fit a base that moved is a conflict in the lane, also in a file that the lane never touched', async () => {
    const repo = scratch();
    const first = await kept(repo, 'F-1', { files: { 'both.txt': 'one' } });
    const { lane, saved } = await built(repo, 'F-2', { onto: [first] });
    repo.write('both.txt', 'mine\n');
    repo.git('add', '--all', '--', 'both.txt');
    repo.git('commit', '--quiet', '--message=Mine');
    const synced = value(
      await syncLane(repo.work('run-F-2', '5/synced'), { lane, checkpoint: saved, base: 'main', onto: [first] }),
    );
    expect(synced).toMatchObject({ is: 'conflict', files: ['both.txt'] });
  });
});
