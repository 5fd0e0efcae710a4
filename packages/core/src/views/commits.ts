/** Lists the commits of a run, made in its lane or in the user's checkout. */

import { type CommitArgs, commitCheckout, type PublishedCommit, publishCheckout } from '../effects/checkout.ts';
import { commitLane, type Lane } from '../effects/git.ts';
import { type ResetReport, resetIssue } from '../effects/issues.ts';
import { keepLane } from '../effects/keep-lane.ts';
import type { OperationInput } from '../effects/operation.ts';
import { type PublishResult, publishLane } from '../effects/publish-lane.ts';
import { foldJournal } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import type { Effect } from '../machine/machine.ts';

export interface CommitRow {
  readonly sha: string;
  readonly branch: string;
  readonly subject: string;
}

/** With the run that made it, and the time of the request. */
export interface CommitWithRun extends CommitRow {
  readonly run: string;
  readonly atMs: number;
}

export const listCommits = (family: readonly RunJournal[]): readonly CommitRow[] =>
  commitsWithRun(family).map(({ sha, branch, subject }) => ({ sha, branch, subject }));

/** The newest ref with unfinished work; `null` if the run made a commit or has no kept ref. */
export function keptWork(family: readonly RunJournal[]): string | null {
  if (commitsWithRun(family).length > 0) return null;
  const notes = family.flatMap(({ entries }) => entries).filter((entry) => entry.type === 'noted');
  const ref = notes.findLast(({ code }) => code === 'work.kept')?.params['ref'];
  return ref === undefined ? null : String(ref);
}

export const commitsWithRun = (family: readonly RunJournal[]): readonly CommitWithRun[] =>
  family.flatMap(({ run, entries }) => {
    const { asked, answered } = foldJournal(entries);
    const undone = resetAtMs(asked, answered);
    return [...asked].flatMap(([key, { effect, atMs }]): CommitWithRun[] => {
      if (atMs < undone) return [];
      const request = commitRequest(effect);
      const outcome = answered.get(key);
      const sha = request && outcome?.ok ? commitOf(outcome.value) : null;
      return request && sha !== null
        ? [{ run, sha, branch: request.branch, subject: request.message.split('\n')[0] ?? '', atMs }]
        : [];
    });
  });

/** The time at which the run took its earlier commits from the branch; 0 if it did not. */
function resetAtMs(asked: Log['asked'], answered: Log['answered']): number {
  const resets = [...asked].filter(([key, { effect }]) => {
    const outcome = answered.get(key);
    const isReset = effect.kind === resetIssue.kind && (effect.input as OperationInput).op === resetIssue.op;
    return isReset && outcome?.ok && (outcome.value as ResetReport).is === 'reset';
  });
  return Math.max(0, ...resets.map(([, { atMs }]) => atMs));
}

type Log = ReturnType<typeof foldJournal>;

/** `null` if the lane was not published. */
const commitOf = (value: unknown): string | null => {
  const { commit = null } = value as Partial<Extract<PublishResult, { is: 'published' }>>;
  return commit;
};

function commitRequest({ kind, input }: Effect): { readonly branch: string; readonly message: string } | undefined {
  const { op, args } = input as OperationInput;
  if (kind === commitCheckout.kind && op === commitCheckout.op) return args as CommitArgs;
  if (kind === publishCheckout.kind && op === publishCheckout.op) {
    const { lane, message, as } = args as { lane: Lane; message: string; as: PublishedCommit };
    return { branch: lane.branch, message: as === 'merge' ? `Merge ${message}` : message };
  }
  if (kind === publishLane.kind && op === publishLane.op) {
    const { base, message } = args as { base: string; message: string };
    return { branch: base, message: `Merge ${message}` };
  }
  if (kind !== commitLane.kind || (op !== commitLane.op && op !== keepLane.op)) return undefined;
  const { lane, message } = args as { lane: Lane; message: string };
  return { branch: lane.branch, message };
}
