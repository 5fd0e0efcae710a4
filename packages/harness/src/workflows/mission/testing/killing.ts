/** Kills a mission at random moments, restarts it until it is done, and checks that nothing is left over. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { lines, type Repository } from '../../../testing/command.ts';

/** Returns the number of kills. After `most` kills the mission runs to its end. */
export async function killUntilDone(
  repo: Repository,
  agents: string,
  random: () => number,
  most: number,
): Promise<number> {
  for (let kills = 0; ; kills++) {
    const running = repo.start(['mission', '--script', agents]);
    const timer = kills < most ? delay(600 + random() * 2_500) : new Promise<void>(() => {});
    const finished = await Promise.race([running.finished, timer]);
    if (finished) expect(finished, `${finished.stdout}${finished.stderr}`).toMatchObject({ exitCode: 0 });
    else running.child.kill('SIGKILL');
    const { exitCode } = await running.finished;
    if (exitCode === 0 || (await isDone(repo))) return kills;
  }
}

/** True if the mission had already ended when it was killed. */
async function isDone(repo: Repository): Promise<boolean> {
  const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
  return runs[0]?.status === 'done';
}

/** Expects no worktree, no lane ref and only these branches, and that all kept refs of the journals exist. */
export function expectNothingLeftOver(repo: Repository, branches: readonly string[] = ['main']): void {
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(readdirSync(join(repo.path, '.harness/worktrees'))).toEqual([]);
  expect(repo.git('branch', '--list', '--format=%(refname:short)').split('\n')).toEqual(branches);
  expect(repo.git('for-each-ref', 'refs/harness/lanes')).toBe('');
  expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
  expect(keptRefs(repo).filter((ref) => !exists(repo, ref))).toEqual([]);
}

/** All kept refs that any journal names. */
function keptRefs(repo: Repository): readonly string[] {
  const runs = readdirSync(join(repo.path, '.harness/runs')).map((run) => repo.journal(run));
  const entries = runs.filter((path) => existsSync(path)).flatMap((path) => lines(path));
  return entries.flatMap((line) => line.match(/refs\/harness\/kept\/[^"]+/g) ?? []);
}

function exists(repo: Repository, ref: string): boolean {
  return repo.git('for-each-ref', '--format=%(refname)', ref) === ref;
}
