/** A mission that is killed at random moments and begun again until it is done, and what must not be left of it then. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { lines, type Repository } from '../../../testing/command.ts';

/** Answers how often it was killed: at most so often, then it is let go to its end. */
export async function killedUntilDone(
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

/** It had ended, and was killed on its way out. */
async function isDone(repo: Repository): Promise<boolean> {
  const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
  return runs[0]?.status === 'done';
}

/** No worktree, no claim, no branch but these; and all work that any journal says is kept is there. */
export function nothingLeftOver(repo: Repository, branches: readonly string[] = ['main']): void {
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(readdirSync(join(repo.path, '.harness/worktrees'))).toEqual([]);
  expect(repo.git('branch', '--list', '--format=%(refname:short)').split('\n')).toEqual(branches);
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
