/** Runs operations of the issue loop in a scratch checkout, for tests. */

import type { Lane } from '@harness/core/effects/git';
import type { Outcome } from '@harness/core/failure/failure';
import { performSaveCheckout } from '../checkout/lane.ts';
import { type Checkout, checkout, unwrapOutcome } from '../checkout/scratch.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { IssuesContext } from './context.ts';

export interface IssueScratch extends Checkout {
  readonly lane: Lane;
  /** Codes of the notes, and the refs that they name. */
  readonly notes: string[];
  /** Set it to run commands in a sandbox. */
  readonly box: { sandbox: Sandbox | undefined };
  contextOf(key: string, interrupted?: boolean): IssuesContext;
  save(foreign?: readonly string[]): Promise<string>;
}

export function issueScratch(): IssueScratch {
  const repo = checkout();
  const notes: string[] = [];
  const box: IssueScratch['box'] = { sandbox: undefined };
  const contextOf: IssueScratch['contextOf'] = (key, interrupted = false) => {
    const { runFolder, run } = repo.contextFor(key);
    const signal = new AbortController().signal;
    const context = {
      run,
      key,
      interrupted,
      earlier: undefined,
      signal,
      allowances: () => [],
      report: () => {},
      note: async (code: string, params: object) => void notes.push([code, ...Object.values(params)].join(' ')),
    };
    const commands = {
      repo: repo.root,
      runFolder: () => runFolder,
      environment: process.env,
      sandbox: box.sandbox,
      command: () => Promise.reject(new Error('no installation in these tests')),
    };
    return { repo: repo.root, run, key, runFolder, signal, context, commands };
  };
  const lane: Lane = { path: '.', branch: 'main', base: repo.git('rev-parse', 'HEAD') };
  const save: IssueScratch['save'] = async (foreign = []) => {
    const now = { ...lane, base: repo.git('rev-parse', 'HEAD') };
    return (await unwrapOutcome(performSaveCheckout(repo.contextFor('2/saved'), { lane: now, foreign }))).commit;
  };
  return { ...repo, lane, notes, box, contextOf, save };
}

/** The value, or the failure as text, like the performer answers it. */
export async function answerOf<Value>(repo: Checkout, act: () => Promise<Outcome<Value>>): Promise<Value | string> {
  const outcome = await toGitOutcome('test', repo.root, act);
  return outcome.ok ? outcome.value : `${outcome.failure.code} ${Object.values(outcome.failure.params).join(' ')}`;
}
