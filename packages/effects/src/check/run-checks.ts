/** Runs commands one after the other on the files of the checkout, for a command that belongs to no run. */
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { Outcome } from '@harness/core/failure/failure';
import { git } from '../git/command.ts';
import { readCheckoutTree } from '../git/lane/lane-tree.ts';
import { readRef, treesOf, writeCommit } from '../git/refs/ref.ts';

export interface CheckSetup {
  /** Absolute root of the checkout. */
  readonly repo: string;
  readonly timeoutMs: number;
  readonly reports?: readonly string[];
  /** Performer of `check`; `logs` is the folder of its logs, relative to the repository. */
  readonly check: Performer<AbortSignal>;
  logs(run: string): string;
}

export interface FinishedCheck {
  readonly command: string;
  readonly outcome: Outcome<CheckReport>;
  /** Path of its output in the repository; `null` if it did not start. */
  readonly log: string | null;
  readonly tookMs: number;
}

/** In a clean room of the files that git does not ignore; without git in the folder itself. */
export async function* runChecks(
  { repo, check, timeoutMs, reports, logs }: CheckSetup,
  commands: readonly string[],
  context: PerformContext<AbortSignal>,
): AsyncGenerator<FinishedCheck> {
  const commit = commands.length === 0 ? null : await commitOfCheckout(repo);
  for (const [at, command] of commands.entries()) {
    const room = commit === null ? {} : { commit, after: commands.slice(0, at) };
    const input: CheckInput = { command, cwd: '.', timeoutMs, ...room, ...(reports ? { reports } : {}) };
    const startedMs = performance.now();
    const { outcome } = (await check.perform(input, context)) as { outcome: Outcome<CheckReport> };
    const log = outcome.ok ? outcome.value.log.path : outcome.failure.params['log'];
    const tookMs = Math.round(performance.now() - startedMs);
    yield { command, outcome, log: log === undefined ? null : `${logs(context.run)}/${log}`, tookMs };
  }
}

/** HEAD, or a commit of the current files on no branch; `null` without git. */
async function commitOfCheckout(repo: string): Promise<string | null> {
  if ((await git(repo, ['rev-parse', '--git-dir'])).exitCode !== 0) return null;
  const [head, tree] = [await readRef(repo, 'HEAD^{commit}'), await readCheckoutTree(repo)];
  if (head !== null && (await treesOf(repo, head)).includes(tree)) return head;
  return writeCommit(repo, tree, head, 'harness: files of the checkout');
}
