/** Tests features that are kept on their branch and not merged, and features on top of them. */
import type { Lane } from '@harness/core/effects/git';
import type { Outcome } from '@harness/core/failure/failure';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performCloseLane } from './close-lane.ts';
import { performKeepLane } from './keep-lane.ts';
import { performOpenLane } from './open-lane.ts';
import { buildStackedBase } from './stacked-base.ts';
import { performSyncLane } from './sync-lane.ts';

afterAll(clearScratch);

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
};

interface LaneSetup {
  readonly onto?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const open = async (repo: Scratch, name: string, onto: readonly string[]) =>
  value(
    await performOpenLane(repo.work(`run-${name}`), {
      slug: name,
      name,
      branch: `harness/${name}`,
      from: 'main',
      onto,
    }),
  );

/** A saved lane with files. */
async function buildLane(
  repo: Scratch,
  name: string,
  { onto = [], files = { [`${name}.txt`]: name } }: LaneSetup = {},
) {
  const lane = await open(repo, name, onto);
  for (const [file, text] of Object.entries(files)) repo.write(`${lane.path}/${file}`, `${text}\n`);
  const saved = value(await performCheckpoint(repo.work(`run-${name}`, '1/saved'), { lane })).commit;
  return { lane, saved };
}

const keep = async (repo: Scratch, name: string, lane: Lane, saved: string, onto: readonly string[] = []) =>
  value(
    await performKeepLane(repo.work(`run-${name}`, '6/done'), {
      lane,
      checkpoint: saved,
      base: 'main',
      onto,
      message: `${name}: it`,
    }),
  );

/** Builds, keeps and closes a lane like a passed feature, and returns the commit on its branch. */
async function keepFeature(repo: Scratch, name: string, setup: LaneSetup = {}): Promise<string> {
  const { lane, saved } = await buildLane(repo, name, setup);
  const done = await keep(repo, name, lane, saved, setup.onto);
  value(await performCloseLane(repo.work(`run-${name}`, '7/closed'), { lane }));
  return done.is === 'kept' ? done.commit : '';
}

/** Text of all files of a commit. */
const textAt = (repo: Scratch, commit: string) =>
  repo
    .git('ls-tree', '-r', '--name-only', commit)
    .split('\n')
    .map((file) => repo.git('show', `${commit}:${file}`))
    .join('\n');

describe('K1, K2 keeping', () => {
  test('MO-05 commits exactly the saved tree to its branch, and moves nothing else', async () => {
    const repo = scratch();
    const before = repo.git('rev-parse', 'main');
    const commit = await keepFeature(repo, 'F-1');
    expect(repo.git('rev-parse', 'harness/F-1')).toBe(commit);
    expect(repo.git('rev-parse', `${commit}^@`)).toBe(before);
    expect(repo.git('show', `${commit}:F-1.txt`)).toBe('F-1');
    expect([repo.git('rev-parse', 'main'), repo.git('status', '--porcelain')]).toEqual([before, '']);
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(repo.refs('refs/harness/lanes')).toEqual([]);
  });

  test('happens once: a second try finds the first commit', async () => {
    const repo = scratch();
    const { lane, saved } = await buildLane(repo, 'F-1');
    const first = await keep(repo, 'F-1', lane, saved);
    repo.git('commit', '--allow-empty', '--quiet', '--message=Meanwhile');
    expect(await keep(repo, 'F-1', lane, saved)).toEqual(first);
    expect(repo.git('rev-list', '--count', `${lane.base}..harness/F-1`)).toBe('1');
  });

  test('is refused if the base moved; without a change no branch stays', async () => {
    const repo = scratch();
    const one = await buildLane(repo, 'F-1');
    const lane = await open(repo, 'F-2', []);
    expect(await keep(repo, 'F-2', lane, lane.base)).toMatchObject({ is: 'nothing' });
    value(await performCloseLane(repo.work('run-F-2', '7/closed'), { lane }));
    repo.git('commit', '--allow-empty', '--quiet', '--message=Meanwhile');
    expect(await keep(repo, 'F-1', one.lane, one.saved)).toEqual({ is: 'base-moved' });
    expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('harness/F-1\nmain');
  });

  test('a reopened feature continues its branch with a second commit', async () => {
    const repo = scratch();
    const first = await keepFeature(repo, 'F-1');
    const lane = value(
      await performOpenLane(repo.work('run-again'), {
        slug: 'F-1',
        name: 'F-1',
        branch: 'harness/F-1',
        from: 'main',
        onto: [first],
        continues: true,
      }),
    );
    repo.write(`${lane.path}/more.txt`, 'more\n');
    const saved = value(await performCheckpoint(repo.work('run-again', '1/saved'), { lane })).commit;
    expect(await keep(repo, 'again', lane, saved, [first])).toMatchObject({ is: 'kept' });
    value(await performCloseLane(repo.work('run-again', '7/closed'), { lane }));
    expect(repo.git('rev-parse', 'harness/F-1^')).toBe(first);
    expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('harness/F-1\nmain');
  });
});

describe('G1, G2, G3 the stacked base of a feature', () => {
  test('is the base with the work of its dependencies, and always the same commit', async () => {
    const repo = scratch();
    const onto = [await keepFeature(repo, 'F-1'), await keepFeature(repo, 'F-2')];
    const stacked = await buildStackedBase(repo.root, 'main', onto);
    expect(await buildStackedBase(repo.root, 'main', onto)).toEqual(stacked);
    const { lane, saved } = await buildLane(repo, 'F-3', { onto });
    expect(lane.base).toBe(stacked.commit);
    expect(['F-1.txt', 'F-2.txt'].map((file) => repo.read(`${lane.path}/${file}`))).toEqual(['F-1\n', 'F-2\n']);
    expect(await keep(repo, 'F-3', lane, saved, onto)).toMatchObject({ is: 'kept' });
    expect(repo.git('diff', '--name-only', 'harness/F-3^', 'harness/F-3')).toBe('F-3.txt');
  });

  test('of one dependency is its commit; work that the base contains is not added again', async () => {
    const repo = scratch();
    const first = await keepFeature(repo, 'F-1');
    expect(await buildStackedBase(repo.root, 'main', [first])).toMatchObject({ commit: first });
    repo.git('merge', '--quiet', '--no-ff', '--no-edit', 'harness/F-1');
    repo.git('branch', '--delete', '--force', 'harness/F-1');
    expect(await buildStackedBase(repo.root, 'main', [first, 'harness/F-1'])).toMatchObject({
      commit: repo.git('rev-parse', 'main'),
    });
  });

  test('reports conflicts, shows both sides in the lane, and leaves no marker in any history', async () => {
    const repo = scratch();
    const [one, two] = [
      await keepFeature(repo, 'F-1', { files: { 'both.txt': 'one' } }),
      await keepFeature(repo, 'F-2', { files: { 'both.txt': 'two' } }),
    ];
    const lane = await open(repo, 'F-3', [one, two]);
    expect(lane.conflicts).toEqual(['both.txt']);
    expect(repo.read(`${lane.path}/both.txt`)).toMatch(/<<<<<<<[\s\S]*one[\s\S]*two[\s\S]*>>>>>>>/);
    repo.write(`${lane.path}/both.txt`, 'one and two\n');
    const saved = value(await performCheckpoint(repo.work('run-F-3', '1/saved'), { lane })).commit;
    await keep(repo, 'F-3', lane, saved, [one, two]);
    expect(repo.git('show', 'harness/F-3:both.txt')).toBe('one and two');
    const history = repo.git('rev-list', 'harness/F-3').split('\n');
    expect(history).toEqual(expect.arrayContaining([one, two]));
    for (const commit of history) expect(textAt(repo, commit)).not.toContain('<<<<<<<');
  });

  test('a moved base is merged into the lane together with that work', async () => {
    const repo = scratch();
    const first = await keepFeature(repo, 'F-1');
    const { lane, saved } = await buildLane(repo, 'F-2', { onto: [first] });
    repo.write('own.txt', 'mine\n');
    repo.git('add', '--all', '--', 'own.txt');
    repo.git('commit', '--quiet', '--message=Mine');
    const synced = value(
      await performSyncLane(repo.work('run-F-2', '5/synced'), { lane, checkpoint: saved, base: 'main', onto: [first] }),
    );
    if (synced.is !== 'brought') throw new Error(synced.is);
    expect(['own.txt', 'F-1.txt', 'F-2.txt'].map((file) => repo.read(`${lane.path}/${file}`))).toEqual([
      ...['mine\n', 'F-1\n', 'F-2\n'],
    ]);
    expect(await keep(repo, 'F-2', synced.lane, synced.checkpoint, [first])).toMatchObject({ is: 'kept' });
  });

  test('work that conflicts with a moved base is a conflict in the lane, also in a file that the lane never touched', async () => {
    const repo = scratch();
    const first = await keepFeature(repo, 'F-1', { files: { 'both.txt': 'one' } });
    const { lane, saved } = await buildLane(repo, 'F-2', { onto: [first] });
    repo.write('both.txt', 'mine\n');
    repo.git('add', '--all', '--', 'both.txt');
    repo.git('commit', '--quiet', '--message=Mine');
    const synced = value(
      await performSyncLane(repo.work('run-F-2', '5/synced'), { lane, checkpoint: saved, base: 'main', onto: [first] }),
    );
    expect(synced).toMatchObject({ is: 'conflict', files: ['both.txt'] });
  });
});
