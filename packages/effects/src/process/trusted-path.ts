/**
 * The search path of programs that run outside the sandbox: no folder in which an agent could have put a program.
 *
 * `npx` and virtual environments put folders of the repository on PATH, such as `node_modules/.bin`. A program named
 * `git` there would run instead of git.
 */
import { existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isWithin } from '@harness/core/sandbox/layers';
import { createProcessCache } from '../git/process-cache.ts';
import { realPathIfExists } from '../sandbox/host-machine.ts';

const known = createProcessCache<string>(1_000);

/** PATH without relative folders, folders of the repository around `cwd`, and folders of repositories with runs. */
export function trustedPath(cwd = process.cwd(), path = process.env['PATH'] ?? ''): string {
  const key = `${cwd}\0${path}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const root = repositoryAround(realPathIfExists(cwd) ?? cwd);
  const isTrusted = (folder: string) => {
    const real = realPathIfExists(folder) ?? folder;
    return isAbsolute(folder) && (root === undefined || !isWithin(root, real)) && !hasRunsAbove(real);
  };
  const trusted = path.split(delimiter).filter(isTrusted).join(delimiter);
  known.set(key, trusted);
  return trusted;
}

/** The user's repository, also for a lane, which is a worktree below `.harness`. */
function repositoryAround(cwd: string): string | undefined {
  const [start = cwd] = cwd.split('/.harness/');
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || existsSync(join(folder, '.harness'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Git also works outside the repository, for example in a clean room, where its files must not be programs either. */
function hasRunsAbove(folder: string): boolean {
  if (existsSync(join(folder, '.harness', 'runs'))) return true;
  return folder !== dirname(folder) && hasRunsAbove(dirname(folder));
}
