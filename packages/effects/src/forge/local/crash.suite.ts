/**
 * Kills every operation of the local forge after each change, repeats it, and expects the same end as without a kill. A
 * change is a git command or a file system call that leaves a trace. After the fatal change nothing runs, not even
 * cleanup. `crash.slow.ts` kills after every change, `crash.test.ts` after the visible ones.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { forgeOperations as forge } from '@harness/core/effects/forge';
import { act } from '@harness/core/effects/operation';
import { ok } from '@harness/core/failure/failure';
import type { Effect } from '@harness/core/machine/machine';
import { afterAll, expect, test, vi } from 'vitest';
import { clearScratch, plainGit } from '../../git/scratch.ts';
import { type LocalStage, localStage } from './test-stage.ts';

const fuse = vi.hoisted(() => {
  const seen = ['push', 'update-ref', 'read-tree', 'rename'];
  const rest = ['init', 'fetch', 'commit-tree', 'worktree', 'update-index', 'writeFile', 'mkdir', 'rm'];
  const everyChange = process.env['HARNESS_EVERY_CHANGE'] === '1';
  const counted = everyChange ? [...seen, ...rest] : seen;
  return {
    everyChange,
    left: Number.POSITIVE_INFINITY,
    async through<Value>(name: string, act: () => PromiseLike<Value>): Promise<Value> {
      if (this.left === 0) throw new Error('dead');
      if (counted.includes(name)) this.left--;
      const isFatal = this.left === 0;
      const value = await act();
      if (isFatal) throw new Error('dead');
      return value;
    },
  };
});

type Act = (...args: unknown[]) => Promise<unknown>;

/** The first argument that is neither an option nor a setting. */
const command = (args: unknown) =>
  (args as string[]).find((arg, at, all) => !arg.startsWith('-') && all[at - 1] !== '-c') ?? '';

vi.mock('../../git/spawn-program.ts', async (original) => {
  const real = await original<{ spawnProgram: Act }>();
  return {
    ...real,
    spawnProgram: (...args: unknown[]) => fuse.through(command(args[1]), () => real.spawnProgram(...args)),
  };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<Record<string, Act>>();
  const functions = Object.entries(real).filter(([, value]) => typeof value === 'function');
  const wrapped = functions.map(([name, act]) => [
    name,
    (...args: unknown[]) => fuse.through(name, () => act(...args)),
  ]);
  return { ...real, ...Object.fromEntries(wrapped) };
});

afterAll(clearScratch, 60_000); // dozens of repositories

/** Kills after 1, 2, 3 … changes, each time on a new stage, until the operation completes. */
async function killEverywhere(
  prepare: (stage: LocalStage) => Promise<Effect>,
  check: (stage: LocalStage, value: unknown) => void,
): Promise<number> {
  for (let changes = 1; ; changes++) {
    const stage = await localStage();
    const effect = await prepare(stage);
    fuse.left = changes;
    const isKilled = await stage.perform(effect, '5/x').then(
      () => false,
      (error: Error) => error.message === 'dead' || Promise.reject(error),
    );
    fuse.left = Number.POSITIVE_INFINITY;
    check(stage, await stage.perform(effect, '5/x'));
    if (!isKilled) return changes;
  }
}

async function pushedPull(stage: LocalStage) {
  const head = stage.branch('task/x');
  await stage.perform(act(forge.pushBranch, { branch: 'task/x', commit: head }), '1/push');
  return act(forge.openPull, { branch: 'task/x', base: 'main', head, title: 'Add', body: '## Summary' });
}

async function openedBy(stage: LocalStage): Promise<string> {
  await stage.perform(await pushedPull(stage), '2/open');
  return stage.repo.git('rev-parse', 'task/x');
}

test('push', async () => {
  await killEverywhere(
    async (stage) => act(forge.pushBranch, { branch: 'task/x', commit: stage.branch('task/x') }),
    ({ repo, people }, outcome) => {
      expect(outcome).toMatchObject({ ok: true });
      expect(plainGit(people.bare, ['rev-parse', 'task/x'])).toBe(repo.git('rev-parse', 'task/x'));
    },
  );
});

test('open', async () => {
  const changes = await killEverywhere(pushedPull, ({ folder, file }, outcome) => {
    expect(outcome).toMatchObject(ok({ is: 'open', pull: 1 }));
    expect([readdirSync(join(folder, 'pulls')), file(1).state]).toEqual([['1.json'], 'open']);
  });
  expect(changes).toBeGreaterThan(1);
});

test('label', async () => {
  await killEverywhere(
    async (stage) => {
      await openedBy(stage);
      return act(forge.labelPull, { pull: 1, label: 'agent/automerge' });
    },
    ({ file }, outcome) => {
      expect(outcome).toMatchObject({ ok: true });
      expect(file(1).labels).toEqual(['agent/automerge']);
    },
  );
});

test('merge', async () => {
  const changes = await killEverywhere(
    async (stage) => act(forge.mergePull, { pull: 1, head: await openedBy(stage), title: 'Merge', message: '' }),
    ({ repo, people, file }, outcome) => {
      const sha = repo.git('rev-parse', 'main');
      expect(outcome).toMatchObject(ok({ is: 'merged', sha, by: 'harness', checkout: { is: 'moved' } }));
      expect(repo.git('rev-list', '--count', '--first-parent', 'main')).toBe('2');
      expect([repo.git('status', '--porcelain'), repo.read('new.txt')]).toEqual(['', 'task/x']);
      expect(plainGit(people.bare, ['rev-parse', 'main'])).toBe(sha);
      expect(file(1)).toMatchObject({ state: 'merged', merged: { sha, by: 'harness' } });
    },
  );
  expect(changes).toBeGreaterThan(4);
});

test.runIf(fuse.everyChange)('watch, with its checks', async () => {
  await killEverywhere(
    async (stage) => {
      const head = await openedBy(stage);
      stage.commands.push('grep -q task/x new.txt');
      const times = { sinceMs: 1_000_000, withinMs: 10, everyMs: 10, emptyAfterMs: 10, ignore: [] };
      return act(forge.watchChecks, { pull: 1, head, ...times });
    },
    ({ repo, file }, outcome) => {
      expect(outcome).toEqual(ok({ is: 'green' }));
      expect(file(1).checks?.results).toMatchObject([{ colour: 'green' }]);
      expect(repo.git('worktree', 'list').split('\n').length).toBe(1);
    },
  );
});
