/** The state of the issue loop, as its state file shows it (I-10). Only the loop counts; the file is a view. */
import type { TrackerKind } from '../tracker/issue.ts';

/** Relative to the root of the repository. */
export const loopFile = '.claude/harness-state.local.md';

/** What made one issue slower or harder than it should be (I-56). */
export interface Friction {
  readonly issue: string;
  readonly iteration: number;
  readonly points: readonly string[];
}

export interface LoopState {
  readonly active: boolean;
  /** From 1. */
  readonly iteration: number;
  /** 0: no limit. */
  readonly maxIterations: number;
  readonly consecutiveFailures: number;
  /** A discovery pass follows each time so many issues are complete. */
  readonly discoverInterval: number;
  readonly tracker: TrackerKind;
  readonly project: string;
  readonly team: string;
  readonly labels: readonly string[];
  readonly doneStatus: string;
  readonly inProgressStatus: string;
  /** Ids of issues; none of them is picked again (I-16). */
  readonly completed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  /** `null` between two issues. */
  readonly currentIssue: string | null;
  readonly friction: readonly Friction[];
}

/** The state file. */
export interface LoopDocument {
  readonly state: LoopState;
  /** Id of the run that wrote it; `null` if another tool or a person did. */
  readonly run: string | null;
  /** Grows with each move of that run, so that an older view is recognised. */
  readonly revision: number;
  /** The prompt below the frontmatter. */
  readonly body: string;
  /** Fields that this version does not know. They are written again. */
  readonly unknown: Readonly<Record<string, unknown>>;
}

/** Names of the fields in the file, but for those that identify the run. */
export const loopFields = [
  'active',
  'iteration',
  'max_iterations',
  'consecutive_failures',
  'discover_interval',
  'linear_project',
  'linear_team',
  'linear_filter_labels',
  'linear_done_status',
  'linear_in_progress_status',
  'completed_issues',
  'failed_issues',
  'skipped_issues',
  'friction_log',
  'current_issue',
  'tracker',
] as const;
export type LoopField = (typeof loopFields)[number];

/** Number of failures in a row that ends the loop (I-61). */
export const failureLimit = 3;

/** Values of fields that a file does not have. */
export const loopDefaults: LoopState = {
  active: false,
  iteration: 1,
  maxIterations: 20,
  consecutiveFailures: 0,
  discoverInterval: 5,
  tracker: 'local',
  project: '',
  team: '',
  labels: ['ready'],
  doneStatus: 'Done',
  inProgressStatus: 'In Progress',
  completed: [],
  failed: [],
  skipped: [],
  currentIssue: null,
  friction: [],
};

/** An id of an issue of any tracker: `APP-1`, `#12`, `owner/repo#12`. No space, bracket or control character. */
export const isIssueId = (text: string): boolean => /^[\p{L}\p{N}#][\p{L}\p{N}._/#-]{0,99}$/u.test(text);
