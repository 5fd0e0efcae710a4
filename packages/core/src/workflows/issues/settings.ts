/** The settings of the issue loop. They hold for the whole run. */
import type { TrackerScope } from '../../tracker/issue.ts';
import type { TrustSettings } from '../proof/job.ts';

export interface IssuesSettings {
  readonly scope: TrackerScope;
  /** The branch of the checkout: every commit of the loop goes on it. */
  readonly branch: string;
  /** Files of the loop in the checkout, such as its state file: never committed, taken out or reset. `x/` is a folder. */
  readonly leaves: readonly string[];
  /** Configured or detected; the first test tier of files whose subsystem names none. May be empty. */
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  readonly testFiles?: readonly string[];
  readonly reports?: readonly string[];
  /** How a change group is proved; absent if the proof is off. */
  readonly trust?: TrustSettings;
  /** Number of issues after which the loop ends. */
  readonly max: number;
  /** A discovery pass follows each time so many issues are completed. */
  readonly discoverInterval: number;
  /** Whether a red second test tier fails the review instead of adding a warning. */
  readonly tier1Blocks: boolean;
  /** Provider and model of the worker, for the trailer of its commits. */
  readonly author: string;
  readonly attended: Attendance;
}

/** The questions that someone can answer now: a person all of them, the people of a script those with their headers. */
export type Attendance = 'all' | readonly string[];

/** Whether to wait for an answer. Without one, a blocked issue is skipped, and other questions pause the loop. */
export const isAttended = ({ attended }: Pick<IssuesSettings, 'attended'>, header: string): boolean =>
  attended === 'all' || attended.includes(header.toLowerCase());
