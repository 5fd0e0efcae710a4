/**
 * The comments on an issue. Each says what happened in lines of a fixed form, without output of tests and without diffs
 * (IO-08).
 */
import { boundedLine } from '../../../text/bounded-text.ts';

export const claimComment = (iteration: number): string =>
  `harness works on this issue: iteration ${iteration} starts the autonomous plan→work→review→commit cycle.`;

export type TierResult = 'PASS' | 'FAIL' | 'none';

export interface SuccessFacts {
  readonly iteration: number;
  readonly files: readonly string[];
  /** Committed change groups, and all. */
  readonly groups: number;
  readonly allGroups: number;
  readonly passed: number;
  readonly total: number;
  readonly tier1: TierResult;
  readonly warnings: readonly string[];
  readonly commits: readonly string[];
}

export const successComment = (facts: SuccessFacts): string =>
  [
    `Completed in iteration ${facts.iteration}.`,
    `Files changed: ${countedNames(facts.files)}`,
    `Change groups: ${facts.groups}/${facts.allGroups}`,
    `Invariants: ${facts.passed}/${facts.total} verified`,
    // Without a green first tier no group is committed.
    `Tests: tier0 PASS, tier1 ${facts.tier1}`,
    ...(facts.warnings.length === 0 ? [] : [`Warnings: ${joined(facts.warnings)}`]),
    `Commits: ${shortNames(facts.commits)}`,
  ].join('\n');

export const failureTypes = ['retryable', 'structural', 'blocked'] as const;
export type FailureType = (typeof failureTypes)[number];

export interface FailureFacts {
  readonly iteration: number;
  readonly type: FailureType;
  readonly reason: string;
  readonly groups: number;
  readonly allGroups: number;
  /** Commits that stay, and refs that keep the rest. */
  readonly partial: readonly string[];
}

export const failureComment = ({ iteration, type, reason, groups, allGroups, partial }: FailureFacts): string =>
  [
    `Failed in iteration ${iteration}.`,
    `Failure type: ${type}`,
    `Reason: ${boundedLine(reason, maxText)}`,
    `Change groups completed: ${groups}/${allGroups}`,
    ...(partial.length === 0 ? [] : [`Partial work: ${joined(partial)}`]),
    'Requires manual intervention.',
  ].join('\n');

export interface BlockedFacts {
  readonly iteration: number;
  readonly questions: readonly string[];
  readonly groups: number;
  readonly allGroups: number;
}

/** The questions need an answer of a person; the issue is skipped until then (IO-03). */
export const blockedComment = ({ iteration, questions, groups, allGroups }: BlockedFacts): string =>
  [
    `Blocked in iteration ${iteration}: the issue cannot be worked on before these questions are answered.`,
    ...questions.map((question, at) => `${at + 1}. ${boundedLine(question, maxText)}`),
    'Failure type: blocked',
    `Change groups completed: ${groups}/${allGroups}`,
    'Requires manual intervention.',
  ].join('\n');

export interface PauseFacts {
  readonly iteration: number;
  readonly groups: number;
  readonly allGroups: number;
  readonly commits: readonly string[];
  readonly remaining: readonly string[];
}

export const pauseComment = ({ iteration, groups, allGroups, commits, remaining }: PauseFacts): string =>
  [
    `Paused in iteration ${iteration}. The next start continues with the remaining change groups.`,
    `Change groups completed: ${groups}/${allGroups}`,
    `Commits: ${shortNames(commits)}`,
    `Remaining: ${remaining.length === 0 ? 'the review' : joined(remaining)}`,
  ].join('\n');

const maxText = 500;
const maxNames = 20;
const shortName = 12;

const joined = (texts: readonly string[]): string =>
  texts
    .slice(0, maxNames)
    .map((text) => boundedLine(text, maxText))
    .join('; ');

const shortNames = (commits: readonly string[]): string =>
  commits.length === 0 ? 'none' : commits.map((commit) => commit.slice(0, shortName)).join(', ');

function countedNames(files: readonly string[]): string {
  const shown = files.slice(0, maxNames).join(', ');
  const more = files.length > maxNames ? ', …' : '';
  return boundedLine(`${files.length}${files.length === 0 ? '' : ` (${shown}${more})`}`, 2_000);
}
