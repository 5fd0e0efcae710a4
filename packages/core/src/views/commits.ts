/** The commits that a run put on a branch. */
import { commitLane, type Lane } from '../effects/git.ts';
import type { OperationInput } from '../effects/operation.ts';
import { fold } from '../journal.ts';
import type { Journal } from './calls.ts';

export interface CommitRow {
  readonly sha: string;
  readonly branch: string;
  readonly subject: string;
}

export const commits = (family: readonly Journal[]): readonly CommitRow[] =>
  family.flatMap(({ entries }) => {
    const { asked, answered } = fold(entries);
    return [...asked].flatMap(([key, { effect }]): CommitRow[] => {
      if (effect.kind !== commitLane.kind || (effect.input as OperationInput).op !== commitLane.op) return [];
      const outcome = answered.get(key);
      const sha = outcome?.ok ? (outcome.value as { commit: string | null }).commit : null;
      if (sha === null) return [];
      const { lane, message } = (effect.input as OperationInput).args as { lane: Lane; message: string };
      return [{ sha, branch: lane.branch, subject: message.split('\n')[0] ?? '' }];
    });
  });
