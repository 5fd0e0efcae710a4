/** Sets up a local forge, and people who change its files and the target, for tests. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPerformer } from '../../check/performer.ts';
import { type Scratch, scratch } from '../../git/scratch.ts';
import { commitOn, type ForgeStage, type People, stage } from '../scratch.ts';
import { localForge } from './forge.ts';
import type { TryForgeLock } from './forge-lock.ts';
import type { PullFile } from './pull-file.ts';

export interface LocalStage extends ForgeStage {
  readonly folder: string;
  /** Configured check commands; a test may change them. */
  readonly commands: string[];
  file(pull: number): PullFile;
}

export async function localStage(repo: Scratch = scratch()): Promise<LocalStage> {
  const folder = join(repo.root, '.harness/forge');
  const commands: string[] = [];
  const file = (pull: number) => JSON.parse(readFileSync(join(folder, `pulls/${pull}.json`), 'utf8')) as PullFile;
  const change = (pull: number, own: Partial<PullFile>) =>
    writeFileSync(join(folder, `pulls/${pull}.json`), JSON.stringify({ ...file(pull), ...own }));
  const people: People = {
    bare: join(folder, 'origin.git'),
    close: (pull) => change(pull, { state: 'closed', closedBy: 'ada' }),
    merge: (pull) => {
      // Branches that the harness did not push have no name in the target.
      repo.git('merge', '--quiet', '--no-ff', '-m', 'by hand', file(pull).branch);
      repo.git('push', '--quiet', join(folder, 'origin.git'), 'main');
    },
    edit: (pull, edit) => change(pull, { body: edit(file(pull).body) }),
    review: (pull, by, verdict) => change(pull, { reviews: [...file(pull).reviews, { by, verdict }] }),
    draft: (pull) => change(pull, { isDraft: true }),
    checks: (_, colours) =>
      void commands.push(...colours.map((colour) => (colour === 'green' ? 'true' : 'echo it broke; false'))),
    pulls: () => readdirSync(join(folder, 'pulls')).length,
    moveBase: (path, content) => {
      const tip = commitOn(repo, 'their-base', path, content);
      repo.git('merge', '--quiet', '--ff-only', tip);
    },
  };
  const performer = checkPerformer({ repo: repo.root, runFolder: () => join(repo.home, 'run') });
  const checks = { commands, timeoutMs: 60_000, performer };
  const tryLock = memoryLock();
  const forge = () => localForge({ repo: repo.root, stateDir: '.harness', checks, tryLock });
  // Tests read the base in the bare repository before the first operation.
  repo.git('init', '--quiet', '--bare', join(folder, 'origin.git'));
  repo.git('push', '--quiet', join(folder, 'origin.git'), 'main');
  return { ...stage(repo, people, forge), folder, commands, file };
}

/** A lock within this process. */
export function memoryLock(): TryForgeLock {
  let isHeld = false;
  return async () => {
    if (isHeld) return undefined;
    isHeld = true;
    return {
      release: async () => {
        isHeld = false;
      },
    };
  };
}
