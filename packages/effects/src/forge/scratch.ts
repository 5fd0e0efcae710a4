/** Sets up a target, a forge, people who use it, and a clock that a test drives. */

import { join } from 'node:path';
import type { PerformContext } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import type { Effect } from '@harness/core/machine/machine';
import type { Scratch } from '../git/scratch.ts';
import type { WatchClock } from './clock.ts';
import type { Forge } from './forge.ts';
import { forgePerformer } from './performer.ts';

/** Actions of people on a pull request, implemented per forge. */
export interface People {
  close(pull: number): void;
  merge(pull: number): void;
  edit(pull: number, change: (body: string) => string): void;
  review(pull: number, by: string, verdict: 'approved' | 'changes-requested'): void;
  draft(pull: number): void;
  /** Sets the check results of the pull request. */
  checks(head: string, colours: readonly ('green' | 'red')[]): void;
  readonly bare: string;
  pulls(): number;
  moveBase(path: string, content: string): void;
}

export interface ForgeStage {
  readonly repo: Scratch;
  readonly people: People;
  readonly clock: WatchClock & { nowMs: number; readonly meanwhile: (() => unknown)[] };
  readonly signal: AbortController;
  /** Another key is another effect. */
  perform(effect: Effect, key?: string): Promise<Outcome<unknown>>;
  /** Creates a branch of the target with one commit, and returns its head. */
  branch(name: string, path?: string, content?: string): string;
}

export function stage(repo: Scratch, people: People, forge: () => Promise<Forge>): ForgeStage {
  const clock: ForgeStage['clock'] = {
    nowMs: 1_000_000,
    meanwhile: [],
    now: () => clock.nowMs,
    async pause(ms, signal) {
      clock.nowMs += ms;
      await clock.meanwhile.shift()?.();
      signal.throwIfAborted();
    },
  };
  const signal = new AbortController();
  const performer = forgePerformer({ repo: repo.root, forge, runFolder: () => join(repo.home, 'run'), clock });
  return {
    repo,
    people,
    clock,
    signal,
    perform: async ({ input }, key = '1/x') => (await performer.perform(input, contextFor(key, signal.signal))).outcome,
    branch: (name, path = 'new.txt', content = name) => commitOn(repo, name, path, content),
  };
}

export const contextFor = (key: string, signal: AbortSignal, run = 'run-1'): PerformContext<AbortSignal> => ({
  run,
  key,
  interrupted: false,
  earlier: undefined,
  signal,
  allowances: () => [],
  note: async () => {},
  report: () => {},
});

/** Does not touch the checkout. */
export function commitOn(repo: Scratch, branch: string, path: string, content: string, from = 'main'): string {
  const folder = join(repo.home, `at-${Math.random().toString(36).slice(2)}`);
  const exists = repo.refs(`refs/heads/${branch}`).length > 0;
  repo.git('worktree', 'add', '--quiet', ...(exists ? [folder, branch] : ['-b', branch, folder, from]));
  const inside = (...args: string[]) => repo.gitIn(join('..', 'home', folder.slice(repo.home.length + 1)), ...args);
  repo.write(join('..', 'home', folder.slice(repo.home.length + 1), path), content);
  inside('add', '.');
  inside('commit', '--quiet', '-m', `${path} on ${branch}`);
  repo.git('worktree', 'remove', '--force', folder);
  return repo.git('rev-parse', branch);
}
