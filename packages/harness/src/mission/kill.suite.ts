/** A mission in three lanes that is killed again and again: the same features end passed, each merged once, nothing left over. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lines, type Repository } from '../testing/command.ts';
import { numbers } from '../testing/killing.ts';
import { merges, planning, reviewing, specced, standing, validating, working } from '../testing/mission-script.ts';
import { script } from '../testing/scripts.ts';

/** As often in one mission at most: then it is let go to its end. */
const mostKills = 8;
const ids = ['F-001', 'F-002', 'F-003', 'F-004'];

function agentsOf(repo: Repository): string {
  return script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }, { id: 'F-003', dependsOn: ['F-001'] }, { id: 'F-004' }),
    reviewing(),
    { ...working(), steps: [{ write: { path: '{item}.txt', text: '{item}\n' } }, { sleep: 150 }] },
    { ...validating('failing', { item: 'F-002', attempt: 1 }), steps: [{ sleep: 100 }] },
    { ...validating(), steps: [{ sleep: 100 }] },
  ]);
}

/** Answers how often it was killed. */
async function killedUntilDone(random: () => number, most: number, { config, inOrder }: Ending): Promise<number> {
  const repo = specced(config);
  const agents = agentsOf(repo);
  for (let kills = 0; ; kills++) {
    const running = repo.start(['mission', '--script', agents]);
    const timer = kills < most ? delay(600 + random() * 2_500) : new Promise<void>(() => {});
    const finished = await Promise.race([running.finished, timer]);
    if (finished) expect(finished, `${finished.stdout}${finished.stderr}`).toMatchObject({ exitCode: 0 });
    else running.child.kill('SIGKILL');
    const { exitCode } = await running.finished;
    if (exitCode === 0 || (await isDone(repo))) {
      inOrder(repo);
      return kills;
    }
  }
}

/** It had ended, and was killed on its way out. */
async function isDone(repo: Repository): Promise<boolean> {
  const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
  return runs[0]?.status === 'done';
}

const branchesIn = (repo: Repository) => repo.git('branch', '--list', '--format=%(refname:short)').split('\n');

/** What an undisturbed mission of this kind ends with. */
interface Ending {
  readonly config: object;
  readonly inOrder: (repo: Repository) => void;
}

const endings = {
  merged: {
    config: { parallelWorkers: { max: 3 } },
    inOrder(repo) {
      nothingLeft(repo);
      expect([...merges(repo)].sort()).toEqual(ids.map((id) => `Merge ${id}: Feature ${id}`));
      for (const id of ids) expect(repo.git('show', `main:${id}.txt`)).toBe(id);
      expect(branchesIn(repo)).toEqual(['main']);
    },
  },
  offered: {
    config: { parallelWorkers: { max: 3 }, branchIsolation: { onPass: 'pr' } },
    inOrder(repo) {
      nothingLeft(repo);
      expect(merges(repo)).toEqual([]);
      expect(branchesIn(repo)).toEqual([...ids.map((id) => `harness/${id}`), 'main']);
      for (const id of ids) expect(repo.git('show', `harness/${id}:${id}.txt`)).toBe(id);
      expect(repo.git('show', 'harness/F-003:F-001.txt')).toBe('F-001');
      const folder = join(repo.path, '.orchestrator/forge/pulls');
      const pulls = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object);
      expect(pulls.map((pull) => ('branch' in pull ? pull.branch : '')).sort()).toEqual(
        ids.map((id) => `harness/${id}`),
      );
    },
  },
} as const satisfies Record<string, Ending>;

function nothingLeft(repo: Repository): void {
  expect(standing(repo)).toEqual(['F-001 passed 1', 'F-002 passed 2', 'F-003 passed 1', 'F-004 passed 1']);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(readdirSync(join(repo.path, '.harness/worktrees'))).toEqual([]);
  expect(repo.git('for-each-ref', 'refs/harness/lanes')).toBe('');
  expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
  expect(keptRefs(repo).filter((ref) => !isThere(repo, ref))).toEqual([]);
}

/** Everything that any journal says is kept under a ref: work that was paid for stays reachable. */
function keptRefs(repo: Repository): readonly string[] {
  const runs = readdirSync(join(repo.path, '.harness/runs')).map((run) => repo.journal(run));
  const entries = runs.filter((path) => existsSync(path)).flatMap((path) => lines(path));
  return entries.flatMap((line) => line.match(/refs\/harness\/kept\/[^"]+/g) ?? []);
}

function isThere(repo: Repository, ref: string): boolean {
  return repo.git('for-each-ref', '--format=%(refname)', ref) === ref;
}

/** Over as many missions as it takes. */
export const killing = (most: number, kind: keyof typeof endings = 'merged'): void =>
  test(`M-29 kill -9 at ${most} random moments of parallel missions: each feature passed and ${kind} once, nothing left over or lost`, async () => {
    const random = numbers(Number(process.env['HARNESS_SEED'] ?? 20_261_115));
    let kills = 0;
    while (kills < most) kills += await killedUntilDone(random, Math.min(mostKills, most - kills), endings[kind]);
    expect(kills).toBe(most);
  }, 1_800_000);
