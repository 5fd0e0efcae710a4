/** Tests the landing of a lane: synced, validated and published, exactly once and never partially. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import type { PublishResult, SyncResult } from '@harness/core/effects/publish-lane';
import type { Outcome } from '@harness/core/failure/failure';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performCloseLane } from './close-lane.ts';
import { performOpenLane } from './open-lane.ts';
import { performPrepareMerge, performPublishLane } from './publish-lane.ts';
import { performSyncLane } from './sync-lane.ts';

afterAll(clearScratch);

const value = <Value>(outcome: Outcome<Value>): Value => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
};
const open = async (repo: Scratch, name: string, run = `run-${name}`): Promise<Lane> =>
  value(await performOpenLane(repo.work(run), { slug: name, name, branch: `harness/${name}`, from: 'main' }));
const save = async (repo: Scratch, lane: Lane, run: string) =>
  value(await performCheckpoint(repo.work(run, '1/saved'), { lane })).commit;
const work = (repo: Scratch, name: string, key: string) => repo.work(`run-${name}`, key);

/** A saved lane with one file. */
async function buildLane(repo: Scratch, name: string, file = `${name}.txt`, text = `${name}\n`) {
  const lane = await open(repo, name);
  repo.write(`${lane.path}/${file}`, text);
  return { lane, saved: await save(repo, lane, `run-${name}`) };
}
const sync = async (repo: Scratch, name: string, lane: Lane, saved: string): Promise<SyncResult> =>
  value(await performSyncLane(work(repo, name, '5/synced'), { lane, checkpoint: saved, base: 'main' }));
const publish = async (repo: Scratch, name: string, lane: Lane, saved: string): Promise<PublishResult> =>
  value(
    await performPublishLane(work(repo, name, '6/done'), {
      lane,
      checkpoint: saved,
      base: 'main',
      message: `${name}: it`,
    }),
  );

describe('B5 a merge that was prepared during the judgement', () => {
  const setUp = async () => {
    const repo = scratch();
    const { lane, saved } = await buildLane(repo, 'F-1');
    const asked = { lane, checkpoint: saved, message: 'F-1: it' };
    const { merge } = value(await performPrepareMerge(work(repo, 'F-1', '4/prepared'), asked));
    if (merge === null) throw new Error('no merge');
    const publishPrepared = async (prepared = merge) =>
      value(await performPublishLane(work(repo, 'F-1', '6/done'), { ...asked, base: 'main', prepared }));
    return { repo, lane, saved, merge, publishPrepared };
  };

  test('moves nothing, is published as it is, and a second try finds it after later merges', async () => {
    const { repo, lane, merge, publishPrepared } = await setUp();
    expect([repo.git('rev-parse', 'main'), repo.git('rev-parse', lane.branch)]).toEqual([lane.base, lane.base]);
    expect(await publishPrepared()).toMatchObject({ is: 'published', commit: merge.commit, left: '' });
    expect([repo.git('rev-parse', 'main'), repo.read('F-1.txt')]).toEqual([merge.commit, 'F-1\n']);
    const other = await buildLane(repo, 'F-2');
    await publish(repo, 'F-2', other.lane, other.saved);
    expect(await publishPrepared()).toMatchObject({ is: 'published', commit: merge.commit });
    expect(repo.git('log', '--merges', '--format=%s', 'main').split('\n')).toHaveLength(2);
  });

  test.each(['base', 'checkpoint', 'commit'] as const)('is not used if its %s is another one', async (field) => {
    const { repo, saved, merge, publishPrepared } = await setUp();
    const done = await publishPrepared({
      ...merge,
      [field]: saved.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')),
    });
    expect(done).toMatchObject({ is: 'published', commit: repo.git('rev-parse', 'main') });
    expect(repo.git('rev-parse', 'main')).not.toBe(merge.commit);
    expect(repo.git('rev-parse', 'main^{tree}')).toBe(repo.git('rev-parse', `${saved}^{tree}`));
  });

  test('does not exist for a lane without a change', async () => {
    const repo = scratch();
    const lane = await open(repo, 'F-1');
    const asked = { lane, checkpoint: lane.base, message: 'F-1: it' };
    expect(await performPrepareMerge(work(repo, 'F-1', '4/prepared'), asked)).toEqual({
      ok: true,
      value: { merge: null },
    });
  });
});

describe('B1, B2 publishing', () => {
  test('moves the base to exactly the saved tree, as a merge that names its effect; a clean checkout follows', async () => {
    const repo = scratch();
    const { lane, saved } = await buildLane(repo, 'F-1');
    const done = await publish(repo, 'F-1', lane, saved);
    expect(done).toMatchObject({ is: 'published', commit: repo.git('rev-parse', 'main'), left: '' });
    expect(repo.git('rev-parse', 'main^{tree}')).toBe(repo.git('rev-parse', `${saved}^{tree}`));
    expect(repo.git('log', '-1', '--format=%s%n%(trailers:key=Harness-Effect,valueonly)', 'main')).toContain(
      'Merge F-1: it\nrun-F-1/6/done',
    );
    expect(repo.git('rev-parse', 'main^1')).toBe(lane.base);
    expect([repo.read('F-1.txt'), repo.git('status', '--porcelain')]).toEqual(['F-1\n', '']);
  });

  test('happens once: a second try finds the first merge, also after later merges', async () => {
    const repo = scratch();
    const { lane, saved } = await buildLane(repo, 'F-1');
    const first = await publish(repo, 'F-1', lane, saved);
    const other = await buildLane(repo, 'F-2');
    await publish(repo, 'F-2', other.lane, other.saved);
    expect(await publish(repo, 'F-1', lane, saved)).toMatchObject({
      is: 'published',
      commit: 'commit' in first ? first.commit : '',
    });
    expect(repo.git('log', '--merges', '--format=%s', 'main').split('\n')).toHaveLength(2);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('leaves a moved base alone, and reports if there is nothing to merge', async () => {
    const repo = scratch();
    const one = await buildLane(repo, 'F-1');
    const two = await buildLane(repo, 'F-2');
    const empty = await open(repo, 'F-3');
    expect(await publish(repo, 'F-3', empty, empty.base)).toMatchObject({ is: 'nothing' });
    await publish(repo, 'F-1', one.lane, one.saved);
    const tip = repo.git('rev-parse', 'main');
    expect(await publish(repo, 'F-2', two.lane, two.saved)).toEqual({ is: 'base-moved' });
    expect(repo.git('rev-parse', 'main')).toBe(tip);
  });

  test('B3 leaves a checkout with changes of the user unchanged, and reports it', async () => {
    const repo = scratch();
    const { lane, saved } = await buildLane(repo, 'F-1');
    repo.write('readme.md', 'mine\n');
    const done = await publish(repo, 'F-1', lane, saved);
    expect(done.is === 'published' && done.left).toMatch(/was not updated/);
    expect([repo.read('readme.md'), existsSync(join(repo.root, 'F-1.txt'))]).toEqual(['mine\n', false]);
  });

  test.each([
    ['as a file', '.env', 'ours\n'],
    ['as a file in place of a folder', '.env/own', 'ours\n'],
  ])(
    'B3 never overwrites an ignored file of the user %s: the checkout stays, and that is reported',
    async (_, path, text) => {
      const repo = scratch();
      repo.write('.gitignore', '.env\n');
      repo.git('commit', '--quiet', '--all', '--message=Ignore it');
      const lane = await open(repo, 'F-1');
      repo.write(`${lane.path}/.gitignore`, '');
      repo.write(`${lane.path}/${path}`, text);
      const saved = await save(repo, lane, 'run-F-1');
      repo.write('.env', 'the only copy\n');
      const done = await publish(repo, 'F-1', lane, saved);
      expect(done.is === 'published' && done.left).toMatch(/\.env exists and would be overwritten/);
      expect([repo.read('.env'), repo.read('.gitignore')]).toEqual(['the only copy\n', '.env\n']);
      rmSync(join(repo.root, '.env'));
      expect(await publish(repo, 'F-1', lane, saved)).toMatchObject({ is: 'published', left: '' });
      expect([repo.read(path), repo.git('status', '--porcelain')]).toEqual([text, '']);
    },
  );

  test('B3 with changes and such a file, reports to move it away before the command', async () => {
    const repo = scratch();
    const { lane, saved } = await buildLane(repo, 'F-1', 'ignored.txt');
    repo.write('.gitignore', 'ignored.txt\n');
    repo.write('ignored.txt', 'the only copy\n');
    const done = await publish(repo, 'F-1', lane, saved);
    expect(done.is === 'published' && done.left).toMatch(
      /uncommitted changes; move ignored\.txt away, then run "git read-tree/,
    );
    expect(repo.read('ignored.txt')).toBe('the only copy\n');
  });

  test('B3 a file that becomes a folder does not block', async () => {
    const repo = scratch();
    const lane = await open(repo, 'F-1');
    rmSync(join(repo.root, lane.path, 'readme.md'));
    repo.write(`${lane.path}/readme.md/more.md`, 'more\n');
    const saved = await save(repo, lane, 'run-F-1');
    expect(await publish(repo, 'F-1', lane, saved)).toMatchObject({ is: 'published', left: '' });
    expect(repo.read('readme.md/more.md')).toBe('more\n');
  });

  test("B5 commits of a person on the lane's branch stay reachable, from before and after the merge", async () => {
    const repo = scratch();
    const { lane, saved } = await buildLane(repo, 'F-1');
    const theirs = (message: string) => {
      repo.gitIn(lane.path, 'commit', '--quiet', '--allow-empty', `--message=${message}`);
      return repo.git('rev-parse', lane.branch);
    };
    const before = theirs('Mine');
    await publish(repo, 'F-1', lane, saved);
    const after = theirs('Mine too');
    await publish(repo, 'F-1', lane, saved);
    expect(repo.git('rev-parse', lane.branch)).toBe(repo.git('rev-parse', 'main'));
    const kept = repo.git('for-each-ref', '--format=%(objectname)', 'refs/harness/kept').split('\n');
    expect(kept).toEqual(expect.arrayContaining([before, after]));
  });

  test('files that the harness rewrites below .harness are not changes of the user', async () => {
    const repo = scratch();
    repo.write('.harness/features.json', '[]\n');
    repo.git('add', '--force', '.harness/features.json');
    repo.git('commit', '--quiet', '-m', 'features');
    const { lane, saved } = await buildLane(repo, 'F-1');
    repo.write('.harness/features.json', '[1]\n');
    expect(await publish(repo, 'F-1', lane, saved)).toMatchObject({ left: '' });
    expect([repo.read('F-1.txt'), repo.read('.harness/features.json')]).toEqual(['F-1\n', '[1]\n']);
  });
});

describe('Y1, Y2, Y3 merging the base in', () => {
  test('a base that has not moved changes nothing', async () => {
    const repo = scratch();
    const { lane, saved } = await buildLane(repo, 'F-1');
    expect(await sync(repo, 'F-1', lane, saved)).toEqual({ is: 'current' });
  });

  test('the lane contains both, and exactly that is published; nothing is left over', async () => {
    const repo = scratch();
    const one = await buildLane(repo, 'F-1');
    const two = await buildLane(repo, 'F-2');
    await publish(repo, 'F-1', one.lane, one.saved);
    const brought = await sync(repo, 'F-2', two.lane, two.saved);
    if (brought.is !== 'brought') throw new Error(brought.is);
    expect(brought.lane.base).toBe(repo.git('rev-parse', 'main'));
    expect([repo.read(`${two.lane.path}/F-1.txt`), repo.read(`${two.lane.path}/F-2.txt`)]).toEqual(['F-1\n', 'F-2\n']);
    expect(await sync(repo, 'F-2', two.lane, two.saved)).toEqual(brought);
    const done = await publish(repo, 'F-2', brought.lane, brought.checkpoint);
    if (done.is !== 'published') throw new Error(done.is);
    for (const [name, lane] of [['F-2', done.lane] as const])
      expect(value(await performCloseLane(work(repo, name, '7/closed'), { lane }))).toEqual({
        kept: null,
        branchRemoved: true,
      });
    expect(repo.refs('refs/heads')).toEqual(expect.arrayContaining(['refs/heads/main']));
    expect(repo.refs('refs/heads')).not.toContain('refs/heads/harness/F-2');
  });

  test('a conflict has its markers in the lane and names its files; its resolution is saved on the new base', async () => {
    const repo = scratch();
    const one = await buildLane(repo, 'F-1', 'readme.md', 'one\n');
    const two = await buildLane(repo, 'F-2', 'readme.md', 'two\n');
    await publish(repo, 'F-1', one.lane, one.saved);
    const conflict = await sync(repo, 'F-2', two.lane, two.saved);
    if (conflict.is !== 'conflict') throw new Error(conflict.is);
    expect(conflict.files).toEqual(['readme.md']);
    expect(repo.read(`${two.lane.path}/readme.md`)).toContain('<<<<<<<');
    repo.write(`${two.lane.path}/readme.md`, 'one\ntwo\n');
    const saved = await save(repo, conflict.lane, 'run-F-2');
    expect(await sync(repo, 'F-2', conflict.lane, saved)).toEqual({ is: 'current' });
    expect(await publish(repo, 'F-2', conflict.lane, saved)).toMatchObject({ is: 'published' });
    expect(repo.read('readme.md')).toBe('one\ntwo\n');
  });
});

test('M-28 another run finds a lane by its name unchanged; closing it by name keeps the work', async () => {
  const repo = scratch();
  const { lane } = await buildLane(repo, 'F-1');
  expect(await open(repo, 'F-1', 'run-later')).toEqual(lane);
  expect(repo.read(`${lane.path}/F-1.txt`)).toBe('F-1\n');
  const closed = value(await performCloseLane(repo.work('run-mission', '9/closed'), { lane: null, name: 'F-1' }));
  expect([closed.branchRemoved, existsSync(join(repo.root, lane.path))]).toEqual([true, false]);
  expect(repo.git('show', `${closed.kept}:F-1.txt`)).toBe('F-1');
});
