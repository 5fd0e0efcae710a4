/**
 * Kills each operation on the change of an issue after every change of the disk, repeats it like a new process, and expects
 * the same end as without a kill.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '@harness/core/failure/failure';
import { afterAll, expect, test, vi } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { groupWithHooks } from './commit-hooks.suite.ts';
import type { IssuesContext } from './context.ts';
import { performResetIssue } from './reset-issue.ts';
import { performRunCommitHooks } from './run-commit-hooks.ts';
import { type IssueScratch, issueScratch } from './scratch.ts';
import { performTakeOutGroup } from './take-out-group.ts';

const fuse = vi.hoisted(() => ({
  left: Number.POSITIVE_INFINITY,
  counted: [] as readonly string[],
  /** Runs an action unless the process is dead; `half` is the partial action of the fatal step. */
  async through<Value>(name: string, act: () => PromiseLike<Value>, half: () => unknown = act): Promise<Value> {
    if (this.left === 0) throw new Error('dead');
    if (this.counted.includes(name)) this.left--;
    const isFatal = this.left === 0;
    const value = await (isFatal ? half() : act());
    if (isFatal) throw new Error('dead');
    return value as Value;
  },
}));

type Act = (...args: unknown[]) => Promise<unknown>;

/** The first argument that is neither an option nor a setting. */
const command = (args: readonly string[]) =>
  args.find((arg, at, all) => !arg.startsWith('-') && all[at - 1] !== '-c') ?? '';

vi.mock('../git/spawn-program.ts', async (original) => {
  const real = await original<{ spawnProgram: Act }>();
  const spawnProgram: Act = (...args) => {
    const name = command(args[1] as readonly string[]);
    const { cwd } = args[2] as { cwd: string };
    const half = async () => {
      await real.spawnProgram(...args);
      if (name === 'checkout-index') rmSync(join(cwd, 'src/main.ts'), { force: true });
    };
    return fuse.through(name, () => real.spawnProgram(...args), half);
  };
  return { ...real, spawnProgram };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<Record<string, Act>>();
  const wrapped = ['rm', 'rename'].map((name) => [
    name,
    (...args: unknown[]) => fuse.through(name, () => real[name]?.(...args) ?? Promise.resolve()),
  ]);
  return { ...real, ...Object.fromEntries(wrapped) };
});

afterAll(clearScratch);

interface Trial {
  readonly repo: IssueScratch;
  act(context: IssuesContext): Promise<Outcome<unknown>>;
}

/** Kills after 1, 2, 3 … changes, each time in a new repository, until the operation completes. Returns the kills. */
async function killEverywhere(
  counted: readonly string[],
  prepare: () => Promise<Trial>,
  check: (repo: IssueScratch, value: unknown) => Promise<void> | void,
): Promise<number> {
  for (let kills = 0; ; kills++) {
    const { repo, act } = await prepare();
    fuse.counted = counted;
    fuse.left = kills + 1;
    const isDone = await act(repo.contextOf('9/x')).then(
      () => true,
      (error: Error) => (error.message === 'dead' ? false : Promise.reject(error)),
    );
    fuse.left = Number.POSITIVE_INFINITY;
    const outcome = isDone ? await act(repo.contextOf('9/x')) : await act(repo.contextOf('9/x', true));
    expect(outcome, `after ${kills + 1} changes`).toMatchObject({ ok: true });
    await check(repo, outcome.ok ? outcome.value : null);
    if (isDone) return kills;
  }
}

const status = (repo: IssueScratch) => repo.git('status', '--porcelain');
const gitWrites = ['update-ref', 'commit-tree', 'read-tree', 'checkout-index', 'update-index'];

test('I-38 taking a group out', async () => {
  const kills = await killEverywhere(
    [...gitWrites, 'rm', 'rename'],
    async () => {
      const repo = issueScratch();
      repo.write('src/main.ts', 'changed\n');
      repo.write('src/new.ts', 'new\n');
      repo.write('.gitignore', 'ignored/\ndist/\n');
      repo.write('dist/out.js', 'built\n');
      rmSync(join(repo.root, 'readme.md'));
      const checkpoint = await repo.save();
      repo.write('src/new.ts', 'edited by a person\n');
      repo.write('mine.txt', 'mine\n');
      return { repo, act: (context) => performTakeOutGroup(context, { lane: repo.lane, checkpoint }) };
    },
    (repo, value) => {
      const { kept } = value as { kept: string };
      expect([status(repo), repo.read('src/main.ts'), repo.read('mine.txt')]).toEqual([
        ...['?? mine.txt', 'export {};\n', 'mine\n'],
      ]);
      const all = repo.refs('refs/harness/kept').map((ref) => repo.git('show', `${ref}:src/new.ts`));
      expect([all.includes('edited by a person'), repo.git('show', `${kept}:src/main.ts`)]).toEqual([true, 'changed']);
    },
  );
  expect(kills).toBeGreaterThan(10);
});

test('I-47, I-48 resetting an issue', async () => {
  const kills = await killEverywhere(
    [...gitWrites, 'rm'],
    async () => {
      const repo = issueScratch();
      const own = ['one', 'two'].map((name) => {
        repo.write('src/main.ts', `${name}\n`);
        repo.write(`src/${name}.ts`, `${name}\n`);
        repo.git('add', 'src');
        repo.git('commit', '--quiet', `--message=${name}`);
        return repo.git('rev-parse', 'HEAD');
      });
      repo.write('src/main.ts', 'half of the third\n');
      await repo.save();
      return {
        repo,
        act: (context) => performResetIssue(context, { lane: repo.lane, to: repo.lane.base, own }),
      };
    },
    (repo, value) => {
      const { is, kept } = value as { is: string; kept: string };
      expect([is, repo.git('rev-parse', 'main'), status(repo)]).toEqual(['reset', repo.lane.base, '']);
      expect([repo.git('show', `${kept}:src/main.ts`), repo.git('log', '--format=%s', '-1', `${kept}^1`)]).toEqual([
        ...['half of the third', 'two'],
      ]);
    },
  );
  expect(kills).toBeGreaterThan(8);
});

test('I-65 taking over the rewrites of a hook', async () => {
  const kills = await killEverywhere(
    ['update-ref', 'checkout-index'],
    async () => {
      const repo = groupWithHooks({ 'pre-commit': 'echo formatted >> src/main.ts; git add src' });
      const checkpoint = await repo.save();
      const args = { lane: repo.lane, checkpoint, message: 'feat: x', files: ['src/**'], timeoutMs: 60_000 };
      return { repo, act: (context) => performRunCommitHooks(context, args) };
    },
    async (repo, value) => {
      const { is, checkpoint } = value as { is: string; checkpoint: string };
      expect([is, repo.read('src/main.ts')]).toEqual(['green', 'group\nformatted\n']);
      expect(await repo.save()).toBe(checkpoint);
    },
  );
  expect(kills).toBeGreaterThan(1);
});
