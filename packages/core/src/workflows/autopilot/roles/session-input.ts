/**
 * Inputs of the autopilot roles. Plain fields are variables of user scripts by their names, such as `{plan_path}`.
 *
 * All paths are relative to the checkout; a folder ends in a slash.
 */
import type { PromptText } from '../../../role/prompt-text.ts';
import type { RigorLevel } from '../../../sessions/approval.ts';
import type { IntegrationTier } from '../../../sessions/integration-tier.ts';
import type { FileText } from '../../../text/text.ts';

export interface SessionInput {
  readonly spec_path: string;
  readonly slug: string;
  readonly session_dir: string;
  readonly handoff_path: string;
  /** Folder for long notes; `null` in the rigor `fast`. */
  readonly scratchpad: string | null;
  /** From 1; `null` in the final review, which is about all phases. */
  readonly phase: number | null;
  readonly phase_name: string;
  readonly rigor: RigorLevel;
}

/** A labelled text of the repository or the session: roadmap, learnings, the last handoff. */
export interface ContextPart {
  readonly label: string;
  readonly text: PromptText;
}

export interface PhasePlannerInput extends SessionInput {
  readonly plan_path: string;
  readonly spec?: PromptText;
  readonly context: readonly ContextPart[];
  /** Changes that a person asked for. */
  readonly notes: readonly string[];
  /** `approve`: write only the skeleton; `approved`: complete the skeleton that a person approved. */
  readonly skeleton: 'skip' | 'default' | 'approve' | 'approved';
}

/** The number of the work as a whole: a proof sends it back, and no task of it is open. */
export const wholeWork = 0;

export interface SentTask {
  readonly n: number;
  readonly title: string;
}

/** A gap or finding to correct, counted from 1 in its list. */
export interface FindingToFix {
  /** `null` if it is about no single file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly title: string;
}

/** Grows with the attempt. */
export interface TaskRetry {
  readonly attempt: number;
  readonly of: number;
  readonly error: PromptText;
  /** Errors of earlier attempts, in their order. */
  readonly tried: readonly PromptText[];
  /** Files that the task names or the error mentions; from the second attempt. */
  readonly related?: readonly string[];
  readonly learnings?: PromptText;
  /** From the third attempt: output of the checks, imports of the related files, and the task in the plan. */
  readonly output?: PromptText;
  readonly imports?: PromptText;
  readonly instructions?: PromptText;
  /** Note of a diagnostician that did not build the task. */
  readonly diagnosis?: PromptText;
}

/** The answer of a person at a checkpoint before these tasks. */
export interface CheckpointAnswer {
  readonly task: number;
  readonly title: string;
  readonly choice: string;
  /** Empty if there is none. */
  readonly note: string;
}

export interface TaskExecutorInput extends SessionInput {
  /** `null` for findings of the final review, which belong to no plan. */
  readonly plan_path: string | null;
  /** Documents that the harness restores if the agent changes them. The prompt names only their paths. */
  readonly spec: FileText;
  readonly plan: FileText | null;
  /** The text of the plan that was approved; absent if findings are fixed. Later edits of the file do not count. */
  readonly approved?: PromptText;
  /** In their order; empty if findings are fixed. */
  readonly tasks: readonly SentTask[];
  readonly findings: readonly FindingToFix[];
  readonly retry: TaskRetry | null;
  readonly answers: readonly CheckpointAnswer[];
  /** Longer notes go to the scratchpad. */
  readonly scratchpad_words: number;
}

/** The texts that the readers judge by; later edits of the files do not count. Absent in sessions of older versions. */
export interface ApprovedTexts {
  readonly spec?: PromptText;
  readonly approved?: PromptText;
}

export interface PhaseVerifierInput extends SessionInput, ApprovedTexts {
  readonly plan_path: string;
  /** More is verified in the rigor `thorough`. */
  readonly expanded: boolean;
}

export interface PhaseIntegratorInput extends SessionInput, ApprovedTexts {
  readonly plan_path: string;
  readonly tier: IntegrationTier;
  readonly only: 'wire' | 'all';
  /** Whether the knowledge of the changed modules is compared with their exports. */
  readonly graph: boolean;
}

export interface PriorFinding extends FindingToFix {
  readonly severity: string;
  /** Number of the phase that it was found in. */
  readonly phase: number;
}

export interface ChangeReviewerInput extends SessionInput {
  readonly scope: 'phase' | 'final';
  /** Such as `<commit>..HEAD`. */
  readonly range: string;
  readonly diff: PromptText;
  /** Findings of earlier reviews; empty in the first one. */
  readonly prior: readonly PriorFinding[];
}

export interface TaskDiagnosticianInput extends SessionInput, Pick<ApprovedTexts, 'approved'> {
  readonly plan_path: string;
  readonly task: SentTask;
  /** The error of each attempt, in their order. */
  readonly errors: readonly PromptText[];
  readonly output?: PromptText;
}
