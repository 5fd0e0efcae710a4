/**
 * Inputs of the roles of the issue loop. Plain fields are variables of user scripts by their names, such as `{issue}`.
 *
 * Everything that people or agents wrote is data: the issue, its comments, notes, faults, plans and specs.
 */
import type { Invariant } from '../../../effects/issues.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import type { PromptText } from '../../../role/prompt-text.ts';

/** A commit of the issue, with the title of its group. */
export interface FinishedGroup {
  readonly title: string;
  readonly commit: string;
}

export interface IssuePlannerInput {
  readonly issue: string;
  readonly text: Artifact;
  /** The index of all subsystems, and the full specs of those that the issue touches. */
  readonly specs: Artifact;
  /** Notes of a person about earlier questions. */
  readonly notes: readonly string[];
  /** Why the last plan cannot be used; empty for the first one. */
  readonly problems: readonly string[];
  /** Groups of an earlier plan that are committed. */
  readonly finished: readonly FinishedGroup[];
  /** Files with changes of a person, which no group may contain. */
  readonly foreign: readonly string[];
}

export interface IssueWorkerInput {
  readonly issue: string;
  readonly text: Artifact;
  readonly goal: string;
  readonly criteria: readonly string[];
  readonly constraints: readonly string[];
  /** From 1. */
  readonly n: number;
  readonly of: number;
  readonly title: string;
  readonly changes: string;
  readonly files: readonly string[];
  readonly invariants: readonly Invariant[];
  readonly commands: readonly string[];
  readonly skills: readonly string[];
  /** Notes of a person about earlier questions. */
  readonly notes: readonly string[];
  /** Why the last attempt was not committed; `null` for the first one. */
  readonly fault: PromptText | null;
}

export interface IssueReviewerInput {
  readonly issue: string;
  readonly text: Artifact;
  readonly scope: 'group' | 'issue';
  readonly goal: string;
  readonly criteria: readonly string[];
  readonly constraints: readonly string[];
  readonly risks: readonly string[];
  /** The group, or all committed groups. */
  readonly title: string;
  /** To judge; those with a command are proved by the harness. */
  readonly invariants: readonly Invariant[];
  readonly diff: Artifact;
  /** What the harness found: results of commands, files without a spec, changes of a public API. */
  readonly facts: readonly string[];
}

export interface IssueDiscovererInput {
  readonly completed: readonly string[];
  /** Friction of earlier issues, one line each. */
  readonly friction: readonly string[];
}
