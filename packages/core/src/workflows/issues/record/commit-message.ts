/** The commit message of a change group (I-36). */
import { boundedLine } from '../../../text/bounded-text.ts';
import type { WorkKind } from '../../../trust/work-kind.ts';

export const commitTypes = ['feat', 'fix', 'refactor', 'test', 'docs', 'chore'] as const;
export type CommitType = (typeof commitTypes)[number];

/** How a group of this type is proved; a feature and a fix need a witness. */
export const kindOfType: Readonly<Record<CommitType, WorkKind | null>> = {
  feat: null,
  fix: null,
  refactor: 'refactor',
  test: 'tests',
  docs: 'docs',
  chore: 'config',
};

export interface GroupCommit {
  readonly type: CommitType;
  readonly title: string;
  readonly issue: string;
  /** From 1. */
  readonly n: number;
  readonly of: number;
  readonly subsystems: readonly string[];
  readonly passed: number;
  readonly total: number;
  /** Provider and model of the worker. */
  readonly author: string;
}

const maxSubject = 120;

export function commitMessage({ issue, n, of, subsystems, passed, total, author, ...group }: GroupCommit): string {
  return [
    commitSubject(group),
    '',
    `Issue: ${boundedLine(issue, 200)}`,
    `Change-Group: ${n}/${of}`,
    `Subsystems: ${subsystems.length === 0 ? 'none' : subsystems.join(', ')}`,
    `Invariants: ${passed}/${total} verified`,
    '',
    `Co-Authored-By: ${boundedLine(author, 200).replaceAll(/[<>]/g, '')} <noreply@harness.invalid>`,
  ].join('\n');
}

/** A planner may repeat the type in the title. */
export function commitSubject({ type, title }: Pick<GroupCommit, 'type' | 'title'>): string {
  const own = title.replace(/^(?:feat|fix|refactor|test|docs|chore)(?:\([^)]*\))?!?:\s*/i, '');
  return boundedLine(`${type}: ${own}`, maxSubject);
}
