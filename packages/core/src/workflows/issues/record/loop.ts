/** The counters of the loop. Only the loop counts, and an id counts once (I-54, Id-01 to Id-07). */
import type { Friction } from '../../../issue-loop/document.ts';
import type { IssueResult } from '../issue/job.ts';

export interface LoopCounters {
  /** Of the issue that is worked on, or that is next; from 1. */
  readonly iteration: number;
  readonly consecutiveFailures: number;
  readonly completed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  readonly friction: readonly Friction[];
}

export const noCounters: LoopCounters = {
  iteration: 1,
  consecutiveFailures: 0,
  completed: [],
  failed: [],
  skipped: [],
  friction: [],
};

/** Older friction is in the journal of its run. */
const maxFriction = 50;

export type EndedIssue = Extract<IssueResult, { at: 'completed' | 'gave-up' | 'skipped' }>;

export function counted(counters: LoopCounters, issue: string, ended: EndedIssue): LoopCounters {
  const { iteration, consecutiveFailures } = counters;
  const entry = { issue, iteration, points: ended.friction };
  const next = {
    ...counters,
    iteration: iteration + 1,
    friction: ended.friction.length === 0 ? counters.friction : [...counters.friction, entry].slice(-maxFriction),
  };
  switch (ended.at) {
    case 'completed':
      return { ...next, completed: once(counters.completed, issue), consecutiveFailures: 0 };
    case 'gave-up':
      return { ...next, failed: once(counters.failed, issue), consecutiveFailures: consecutiveFailures + 1 };
    case 'skipped':
      return { ...next, skipped: once(counters.skipped, issue) };
  }
}

const once = (ids: readonly string[], id: string): readonly string[] => (ids.includes(id) ? ids : [...ids, id]);

/** Issues that are over are not picked again (I-16). */
export const overIds = ({ completed, failed, skipped }: LoopCounters): readonly string[] => [
  ...completed,
  ...failed,
  ...skipped,
];

/** A discovery pass follows each time so many issues are completed (I-57). */
export const isDiscoveryDue = ({ completed }: LoopCounters, before: LoopCounters, interval: number): boolean =>
  completed.length > before.completed.length && completed.length % interval === 0;
