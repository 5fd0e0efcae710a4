/**
 * Kills every operation after each change, repeats it, and expects the same end as without a kill.
 *
 * A change is a git command or a file system call that leaves a trace. After the fatal change nothing runs, not even
 * cleanup. `crash.slow.ts` kills after every change, `crash.test.ts` after the visible ones.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { afterAll, expect, test, vi } from 'vitest';
import { commonDir } from './git-dir.ts';
import { performCheckpoint } from './lane/checkpoint.ts';
import { performCloseLane } from './lane/close-lane.ts';
import { performContinueLane } from './lane/continue-lane.ts';
import { performKeepLane } from './lane/keep-lane.ts';
import { performOpenLane } from './lane/open-lane.ts';
import { performPrepareMerge, performPublishLane } from './lane/publish-lane.ts';
import { tryRestoreLane } from './lane/restore-lane.ts';
import { performSyncLane } from './lane/sync-lane.ts';
import { performCommitLane } from './refs/commit.ts';
import { clearScratch, openTestLane, type Scratch, scratch } from './scratch.ts';

const fuse = vi.hoisted(() => {
  const seen = ['update-ref', 'worktree', 'read-tree -u'];
  const rest = ['commit-tree', 'read-tree', 'add', 'write-tree', 'rename', 'writeFile', 'copyFile', 'mkdir', 'rm'];
  const everyChange = process.env['HARNESS_EVERY_CHANGE'] === '1';
  const counted = everyChange ? [...seen, ...rest] : seen;
  return {
    everyChange,
    left: Number.POSITIVE_INFINITY,
    /** Actions that are running. The system completes them before a killed process is gone. */
    begun: new Set<PromiseLike<unknown>>(),
    /** Runs an action unless the process is dead; `half` is the partial action of the fatal step. */
    async through<Value>(name: string, act: () => PromiseLike<Value>, half: () => unknown = act): Promise<Value> {
      if (this.left === 0) throw new Error('dead');
      if (counted.includes(name)) this.left--;
      const isFatal = this.left === 0;
      const action = Promise.resolve(isFatal ? half() : act());
      this.begun.add(action);
      const value = await action.finally(() => this.begun.delete(action));
      if (isFatal) throw new Error('dead');
      return value as Value;
    },
  };
});

/** Caches of this process. */
const caches = vi.hoisted((): Map<string, unknown>[] => []);

type Act = (...args: unknown[]) => Promise<unknown>;

vi.mock(import('./process-cache.ts'), async (original) => {
  const { createProcessCache } = await original();
  return {
    createProcessCache: <Value>(most?: number) => {
      const cache = createProcessCache<Value>(most);
      caches.push(cache);
      return cache;
    },
  };
});

vi.mock('./spawn-program.ts', async (original) => {
  const real = await original<{ spawnProgram: Act }>();
  const spawnProgram: Act = (...args) => {
    const act = () => real.spawnProgram(...args);
    if (!(args[1] as string[]).includes('-u')) return fuse.through(command(args[1]), act);
    return fuse.through('read-tree -u', act, async () => {
      await act();
      rmSync(join((args[2] as { cwd: string }).cwd, 'src'), { recursive: true, force: true });
    });
  };
  return { ...real, spawnProgram };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<Record<string, Act>>();
  const wrap = (name: string, act: Act): Act => {
    if (name !== 'rm') return (...args) => fuse.through(name, () => act(...args));
    const half = (path: unknown) => rmSync(join(String(path), 'readme.md'), { force: true });
    return (...args) =>
      fuse.through(
        name,
        () => act(...args),
        () => half(args[0]),
      );
  };
  const functions = Object.entries(real).filter(([, value]) => typeof value === 'function');
  return { ...real, ...Object.fromEntries(functions.map(([name, act]) => [name, wrap(name, act)])) };
});

/** The first argument that is neither an option nor a setting. */
const command = (args: unknown) =>
  (args as string[]).find((arg, at, all) => !arg.startsWith('-') && all[at - 1] !== '-c') ?? '';

afterAll(clearScratch);

/** Kills after 1, 2, 3 … changes, each time in a new run, until the operation completes. */
async function killEverywhere(
  prepare: (run: string) => Promise<() => Promise<unknown>>,
  check: (run: string, value: unknown) => void,
): Promise<number> {
  let isKilled = true;
  let changes = 0;
  while (isKilled) {
    changes++;
    const run = `run-${changes}`;
    const operation = await prepare(run);
    fuse.left = changes;
    isKilled = await operation().then(
      () => false,
      (error: Error) => error.message === 'dead' || Promise.reject(error),
    );
    if (isKilled) await waitForBegun();
    fuse.left = Number.POSITIVE_INFINITY;
    for (const cache of caches) cache.clear(); // another process repeats it
    check(run, await operation());
  }
  return changes;
}

/** Each round also lets the steps after an action find out that the process is dead. */
async function waitForBegun(): Promise<void> {
  do {
    await Promise.allSettled(fuse.begun);
    await new Promise(setImmediate);
  } while (fuse.begun.size > 0);
}

/** A repository whose git folder is cached, as in the performer. */
async function setUp(): Promise<Scratch> {
  const repo = scratch();
  await commonDir(repo.root);
  return repo;
}

const keptIn = (repo: Scratch, run: string) => repo.refs(`refs/harness/kept/${run}`).length;

test('open', async () => {
  const repo = await setUp();
  await killEverywhere(
    async (run) => () => performOpenLane(repo.work(run), { slug: run }),
    (run, outcome) => {
      const lane = (outcome as { value: Lane }).value;
      expect(lane).toEqual({
        path: `.harness/worktrees/${run}`,
        branch: `harness/${run}`,
        base: repo.git('rev-parse', 'HEAD'),
      });
      expect(repo.gitIn(lane.path, 'status', '--porcelain', '--branch')).toBe(`## ${lane.branch}`);
      expect(repo.refs(`refs/heads/harness`).filter((ref) => ref.startsWith(`refs/heads/${lane.branch}`)).length).toBe(
        1,
      );
      expect(keptIn(repo, run)).toBe(0);
      rmSync(join(repo.root, lane.path), { recursive: true });
      repo.git('worktree', 'prune');
    },
  );
});

if (fuse.everyChange)
  test('checkpoint, in a lane with commits of an agent', async () => {
    const repo = await setUp();
    await killEverywhere(
      async (run) => {
        const lane = await openTestLane(repo.work(run));
        repo.write(`${lane.path}/readme.md`, 'committed');
        repo.gitIn(lane.path, 'commit', '--quiet', '-am', 'theirs');
        repo.write(`${lane.path}/readme.md`, 'changed');
        return () => performCheckpoint(repo.work(run), { lane });
      },
      (run, outcome) => {
        const { commit, changedFiles } = (outcome as { value: { commit: string; changedFiles: number } }).value;
        expect(repo.git('show', `${commit}:readme.md`)).toBe('changed');
        expect(repo.git('show', `${commit}^:readme.md`)).toBe('committed');
        expect([changedFiles, keptIn(repo, run)]).toEqual([1, 2]);
      },
    );
  });

if (fuse.everyChange)
  test('continue with a merged base, and commit', async () => {
    const repo = await setUp();
    repo.write('theirs.txt', 'theirs');
    repo.git('add', '.');
    repo.git('commit', '--quiet', '-m', 'theirs');
    const [bring, from] = [repo.git('rev-parse', 'HEAD'), repo.git('rev-parse', 'HEAD~')];
    await killEverywhere(
      async (run) => {
        repo.git('branch', `task/${run}`, from);
        return () => performContinueLane(repo.work(run), { branch: `task/${run}`, bring });
      },
      (run, outcome) => {
        const { lane } = (outcome as { value: { lane: Lane } }).value;
        expect(lane).toMatchObject({ path: `.harness/worktrees/${run}`, branch: `task/${run}`, base: from });
        expect([repo.read(`${lane.path}/theirs.txt`), repo.read(`${lane.path}/readme.md`)]).toEqual([
          'theirs',
          'hello\n',
        ]);
        expect([repo.git('rev-parse', `task/${run}`), keptIn(repo, run)]).toEqual([from, 0]);
      },
    );
    await killEverywhere(
      async (run) => {
        repo.git('branch', `other/${run}`, from);
        const opened = await performContinueLane(repo.work(`other-${run}`), { branch: `other/${run}`, bring });
        if (!opened.ok) throw new Error('not opened');
        const { lane } = opened.value;
        return async () => {
          const done = await performCommitLane(repo.work(`other-${run}`, '4/done'), {
            lane,
            checkpoint: lane.brought?.merged ?? '',
            message: 'x',
          });
          await performCloseLane(repo.work(`other-${run}`, '5/closed'), { lane });
          return done;
        };
      },
      (run) => {
        expect(repo.git('rev-parse', `other/${run}^1`, `other/${run}^2`)).toBe(`${from}\n${bring}`);
        expect(repo.refs(`refs/harness/continued/other/${run}`)).toEqual([]);
      },
    );
  });

test('commit', async () => {
  const repo = await setUp();
  await killEverywhere(
    async (run) => {
      const lane = await openTestLane(repo.work(run), run);
      repo.write(`${lane.path}/readme.md`, 'changed');
      const saved = await performCheckpoint(repo.work(run), { lane });
      const commit = saved.ok ? saved.value.commit : '';
      return () => performCommitLane(repo.work(run), { lane, checkpoint: commit, message: 'x' });
    },
    (run, outcome) => {
      expect(outcome).toEqual({ ok: true, value: { commit: repo.git('rev-parse', `harness/${run}`) } });
      expect(repo.git('rev-list', '--count', `HEAD..harness/${run}`)).toBe('1');
    },
  );
});

test('close', async () => {
  const repo = await setUp();
  await killEverywhere(
    async (run) => {
      const lane = await openTestLane(repo.work(run), run);
      repo.write(`${lane.path}/readme.md`, 'changed');
      return () => performCloseLane(repo.work(run), { lane });
    },
    (run, outcome) => {
      expect(outcome).toEqual({ ok: true, value: { kept: `refs/harness/kept/${run}/1`, branchRemoved: true } });
      expect(keptIn(repo, run)).toBe(1);
      expect([...repo.refs('refs/heads/harness'), ...repo.refs('refs/harness/lanes')]).toEqual([]);
      expect(existsSync(join(repo.root, '.harness/worktrees', run))).toBe(false);
      expect(repo.git('worktree', 'list').split('\n').length).toBe(1);
    },
  );
});

test('restore', async () => {
  const repo = await setUp();
  const base = repo.git('rev-parse', 'HEAD');
  await killEverywhere(
    async (run) => {
      const lane = await openTestLane(repo.work(run));
      repo.write(`${lane.path}/readme.md`, 'half done');
      repo.write(`${lane.path}/new.txt`, 'new');
      return () => tryRestoreLane(repo.root, { cwd: lane.path, checkpoint: base }, { run, key: '1/change' });
    },
    (run) => {
      expect(repo.gitIn(`.harness/worktrees/${run}`, 'status', '--porcelain')).toBe('');
      expect(repo.git('show', `refs/harness/kept/${run}/1:new.txt`)).toBe('new');
      expect(keptIn(repo, run)).toBe(1);
    },
  );
});

/** A saved lane with one file; the base moves if `movesBase` is true. */
async function builtLane(repo: Scratch, run: string, movesBase: boolean) {
  const lane = await openTestLane(repo.work(run), run);
  repo.write(`${lane.path}/${run}.txt`, run);
  const saved = await performCheckpoint(repo.work(run, '1/saved'), { lane });
  if (movesBase) repo.git('commit', '--quiet', '--allow-empty', '-m', `theirs ${run}`);
  return { lane, checkpoint: saved.ok ? saved.value.commit : '', base: 'main' };
}

test('sync', async () => {
  const repo = await setUp();
  await killEverywhere(
    async (run) => {
      const args = await builtLane(repo, run, true);
      return () => performSyncLane(repo.work(run, '5/synced'), args);
    },
    (run, outcome) => {
      const { lane, checkpoint: commit } = (outcome as { value: { lane: Lane; checkpoint: string } }).value;
      expect(lane.base).toBe(repo.git('rev-parse', 'main'));
      expect(repo.git('show', `${commit}:${run}.txt`)).toBe(run);
      expect(repo.gitIn(lane.path, 'diff', '--cached', '--name-only')).toBe(`${run}.txt`);
      expect(repo.gitIn(lane.path, 'diff', '--name-only')).toBe('');
      expect(repo.git('rev-parse', lane.branch)).toBe(lane.base);
    },
  );
});

test.each(['publish', 'publish a prepared merge'])('%s', async (how) => {
  const repo = await setUp();
  const merges = new Set<string>();
  await killEverywhere(
    async (run) => {
      const args = await builtLane(repo, run, false);
      const merge = await performPrepareMerge(repo.work(run, '4/prepared'), { ...args, message: run });
      const prepared = how !== 'publish' && merge.ok && merge.value.merge ? { prepared: merge.value.merge } : {};
      return () => performPublishLane(repo.work(run, '6/done'), { ...args, message: run, ...prepared });
    },
    (run, outcome) => {
      merges.add(`Merge ${run}`);
      // The power failed while git wrote the user's files: half written files stay, and are reported.
      const isHalf = !existsSync(join(repo.root, 'src'));
      const left: unknown = isHalf ? expect.stringMatching('was not updated') : '';
      if (isHalf) repo.git('reset', '--quiet', '--hard');
      expect(outcome).toMatchObject({ value: { is: 'published', commit: repo.git('rev-parse', 'main'), left } });
      expect(new Set(repo.git('log', '--merges', '--format=%s', 'main').split('\n'))).toEqual(merges);
      expect(repo.git('rev-list', '--merges', '--count', 'main')).toBe(String(merges.size));
      expect([repo.read(`${run}.txt`), repo.git('status', '--porcelain')]).toEqual([run, '']);
    },
  );
});

if (fuse.everyChange)
  test('open with packages of a workspace', async () => {
    const repo = scratch();
    repo.write('.gitignore', 'node_modules\n');
    repo.write('packages/b/index.js', '');
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=packages');
    for (const folder of ['node_modules', 'packages/b/node_modules']) repo.write(`${folder}/x/index.js`, folder);
    await killEverywhere(
      async (run) => () => performOpenLane(repo.work(run), { slug: run }),
      (_, outcome) => {
        const { path } = (outcome as { value: Lane }).value;
        expect(repo.read(`${path}/node_modules/x/index.js`)).toBe('node_modules');
        expect(repo.read(`${path}/packages/b/node_modules/x/index.js`)).toBe('packages/b/node_modules');
        expect(readdirSync(join(repo.root, path, '..')).filter((name) => name.startsWith('.'))).toEqual([]);
      },
    );
  });

test('open on top of other features, and keep', async () => {
  const repo = scratch();
  const others = ['one', 'two'].map((name) => {
    repo.git('switch', '--quiet', '--create', name, 'main');
    repo.write(`${name}.txt`, name);
    repo.git('add', '--', `${name}.txt`);
    repo.git('commit', '--quiet', `--message=${name}`);
    return repo.git('rev-parse', 'HEAD');
  });
  repo.git('switch', '--quiet', 'main');
  const opening = { from: 'main', onto: others };
  await killEverywhere(
    async (run) => () => performOpenLane(repo.work(run), { slug: run, ...opening }),
    (run, outcome) => {
      const { path, base } = (outcome as { value: Lane }).value;
      expect(repo.git('rev-parse', `harness/${run}`)).toBe(base);
      expect([repo.read(`${path}/one.txt`), repo.read(`${path}/two.txt`)]).toEqual(['one', 'two']);
    },
  );
  await killEverywhere(
    async (run) => {
      const outcome = await performOpenLane(repo.work(`keep-${run}`), { slug: `keep-${run}`, ...opening });
      if (!outcome.ok) throw new Error('not opened');
      const lane = outcome.value;
      repo.write(`${lane.path}/${run}.txt`, run);
      const saved = await performCheckpoint(repo.work(`keep-${run}`, '1/saved'), { lane });
      const args = { lane, checkpoint: saved.ok ? saved.value.commit : '', base: 'main', onto: others, message: run };
      return () => performKeepLane(repo.work(`keep-${run}`, '6/done'), args);
    },
    (run, outcome) => {
      const { commit, lane } = (outcome as { value: { commit: string; lane: Lane } }).value;
      expect(repo.git('rev-parse', `harness/keep-${run}`)).toBe(commit);
      expect(repo.git('rev-list', '--count', `${lane.base}..${commit}`)).toBe('1');
    },
  );
});
