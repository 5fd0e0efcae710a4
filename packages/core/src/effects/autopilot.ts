/**
 * Operations of autopilot: they compute the signals of a phase, read its plan, and write the documents of its session.
 *
 * Every document is found or produced again after a crash, so that none is written twice.
 */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { DecisionDraft } from '../sessions/decision-record.ts';
import type { IntegrationChange, IntegrationTier } from '../sessions/integration-tier.ts';
import type { TaskCheckpoint } from '../sessions/plan-file.ts';
import type { Assessment, ComplexityLevel } from '../signals/assessment.ts';
import type { WorkKind } from '../trust/work-kind.ts';
import type { Lane } from './git.ts';
import { operationsOf } from './operation.ts';

const autopilotOperation = operationsOf('autopilot', 'path.outside');

/** The session and its approved spec. */
export interface SessionSpec {
  readonly specPath: string;
  readonly slug: string;
  /** The text of the spec when the session started; later edits of the file change nothing. */
  readonly spec: Artifact;
}

/** `n` counts from 1. */
export interface NamedPhase {
  readonly n: number;
  readonly name: string;
}

/** Reads the spec, and finds the current branch and commit of the checkout. */
export const openSession = autopilotOperation<
  { readonly specPath: string },
  { readonly lane: Lane; readonly spec: Artifact }
>(
  'open-session',
  [{ lane: { path: '.', branch: 'main', base: 'b0' }, spec: sampleArtifact }],
  ['git.failed', 'path.outside'],
);

export interface PhaseSurvey {
  readonly assessment: Assessment;
  /** The existing plan of the phase; `null` if there is none. */
  readonly planPath: string | null;
  /** Where a new plan is written, named after the day and the phase. */
  readonly newPlanPath: string;
}

const newPlanPath = 'docs/plans/2026-01-01-core-plan.md';
const assessment: Assessment = {
  raisedTo: null,
  reasons: [],
  blastRadius: null,
  failures: null,
  cml: { overall: 0, structural: 0, semantic: 0, historical: 0, risk: 'low' },
  pesl: null,
};

/** Computes the signals of a phase from its text and the repository, and looks for a plan. */
export const assessPhase = autopilotOperation<
  SessionSpec & {
    readonly phase: NamedPhase;
    readonly complexity: ComplexityLevel;
    readonly planPath: string | null;
    readonly moduleThreshold: number;
  },
  PhaseSurvey
>('assess-phase', [
  { assessment, planPath: null, newPlanPath },
  { assessment, planPath: newPlanPath, newPlanPath },
  { assessment: { ...assessment, raisedTo: 'high', reasons: ['blast-radius'] }, planPath: null, newPlanPath },
]);

/** Collects what a role should know into `context.json` (A-24, AO-32). A part that cannot be read is named there. */
export const gatherContext = autopilotOperation<
  SessionSpec & { readonly phase: NamedPhase },
  { readonly context: Artifact }
>('gather-context', [{ context: sampleArtifact }]);

export interface PlanOfPhase {
  readonly planPath: string;
  /** The text that is approved and executed; later edits of the file change nothing. */
  readonly plan: Artifact;
  readonly tasks: number;
  readonly checkpoints: number;
  readonly tier: IntegrationTier | null;
  /** Concerns of the planner from the handoff. */
  readonly concerns: readonly string[];
  /** Public exports of the domain that its documents do not name; `null` if unknown. */
  readonly gaps: number | null;
  /** Work that has no witness, as the plan says. */
  readonly kind?: WorkKind;
  /** Globs of tests that the plan changes. */
  readonly changes?: readonly string[];
}

export type PlanFound = ({ readonly is: 'plan' } & PlanOfPhase) | { readonly is: 'missing' };

/**
 * Reads the plan of a phase: at `planPath`, or at the path in the handoff. A plan without a task is missing. Writes the
 * handoff of the planner if it wrote none.
 */
export const readPhasePlan = autopilotOperation<
  SessionSpec & {
    readonly phase: NamedPhase;
    readonly planPath: string | null;
    /** The answer of the planner; `null` if a person wrote the plan. */
    readonly said: { readonly summary: string; readonly concerns: readonly string[] } | null;
  },
  PlanFound
>('read-plan', [
  {
    is: 'plan',
    planPath: 'docs/plans/2026-01-01-core-plan.md',
    plan: sampleArtifact,
    tasks: 3,
    checkpoints: 1,
    tier: 'small',
    concerns: [],
    gaps: null,
  },
  { is: 'missing' },
]);

export interface TaskOfPlan {
  readonly n: number;
  readonly title: string;
}

/** Tasks up to the next checkpoint, or to the end of the plan. */
export interface PlanSegment {
  readonly tasks: readonly TaskOfPlan[];
  /** The checkpoint of the last one of these tasks; `null` if there is none. */
  readonly checkpoint: { readonly kind: TaskCheckpoint; readonly options: readonly string[] } | null;
  readonly isLast: boolean;
}

/** Reads the tasks of an approved plan from task `from` on, and marks them as begun in the task-level `state.json`. */
export const readSegment = autopilotOperation<
  SessionSpec & { readonly phase: NamedPhase; readonly plan: Artifact; readonly from: number },
  PlanSegment
>('read-segment', [
  {
    tasks: [
      { n: 1, title: 'Add' },
      { n: 2, title: 'Show' },
    ],
    checkpoint: { kind: 'human-verify', options: [] },
    isLast: false,
  },
  { tasks: [{ n: 3, title: 'Sum' }], checkpoint: { kind: 'decision', options: ['sum'] }, isLast: true },
]);

export interface RetryContext {
  /** Why the task failed. */
  readonly error: Artifact;
  /** Why it failed before, in the order of the attempts; empty in the first retry. */
  readonly earlier: readonly Artifact[];
  /** Files that the task names, and those that changed; only from the second retry on. */
  readonly related: readonly string[];
  /** Imports of the related files; `null` before the third retry. */
  readonly imports: Artifact | null;
  /** The task in the plan; `null` before the third retry, or for fixes. */
  readonly instructions: Artifact | null;
}

/** Keeps the error of a failed task, and collects what its next attempt gets. */
export const gatherRetry = autopilotOperation<
  SessionSpec & {
    /** Counts from 1. */
    readonly attempt: number;
    readonly error: string;
    readonly earlier: readonly Artifact[];
    /** `null` for fixes. */
    readonly plan: Artifact | null;
    readonly task: TaskOfPlan;
    readonly lane: Lane;
    readonly checkpoint: string;
  },
  RetryContext
>('gather-retry', [{ error: sampleArtifact, earlier: [], related: ['src/a.ts'], imports: null, instructions: null }]);

/** Checks the form of the documents of the repository, as `harness validate` does. */
export const validateDocuments = autopilotOperation<Record<never, never>, { readonly problems: readonly string[] }>(
  'validate-documents',
  [{ problems: [] }, { problems: ['.harness/learnings.md: line 3'] }],
);

/** Adds to the failures of the repository (AO-18), once. */
export const recordFailure = autopilotOperation<
  { readonly slug: string; readonly phase: NamedPhase | null; readonly text: string },
  { readonly file: string }
>('record-failure', [{ file: '.harness/failures.md' }]);

export const learningOutcomes = ['success', 'failure', 'gotcha', 'decision', 'observation'] as const;
export interface Learning {
  readonly outcome: (typeof learningOutcomes)[number];
  readonly text: string;
}

/** Facts that a role leaves to the next one. The harness writes it for roles that may only read. */
export interface RoleHandoff {
  readonly fromSkill: string;
  readonly summary: string;
  readonly completed: readonly string[];
  readonly pending: readonly string[];
  readonly concerns: readonly string[];
}

/**
 * Writes what a role left: the handoff, if the role did not write a readable one for this phase, the progress of its tasks
 * into `state.json`, and its learnings into the session.
 */
export const keepHandoff = autopilotOperation<
  SessionSpec & {
    /** `null` for the final review. */
    readonly phase: NamedPhase | null;
    readonly handoff: RoleHandoff;
    /** Numbers of all completed tasks; absent if the role executes none. */
    readonly completed?: readonly number[];
    readonly learnings?: readonly Learning[];
  },
  { readonly is: 'kept' | 'written' }
>('keep-handoff', [{ is: 'kept' }]);

/** Reads the change of a phase: what its integration tier depends on (A-59, AO-29), and its diff. */
export const surveyPhase = autopilotOperation<
  { readonly base: string; readonly head: string },
  { readonly change: IntegrationChange; readonly diff: Artifact }
>(
  'survey-phase',
  [
    { change: { newPackages: [], newExports: 0, changedFiles: 2 }, diff: sampleArtifact },
    { change: { newPackages: ['packages/x'], newExports: null, changedFiles: 2 }, diff: sampleArtifact },
  ],
  ['git.failed'],
);

/** Writes accepted decision records, numbered without a gap or a clash (AO-31). */
export const writeDecisions = autopilotOperation<
  { readonly drafts: readonly DecisionDraft[]; readonly tier: IntegrationTier; readonly specPath: string },
  { readonly files: readonly string[] }
>('write-decisions', [{ files: ['docs/knowledge/decisions/0001-x.md'] }]);

/** Records the timeline, syncs the roadmap, and clears the scratchpad of a finished phase. */
export const closePhase = autopilotOperation<
  SessionSpec & { readonly phase: NamedPhase; readonly isSkipped: boolean },
  { readonly roadmap: 'synced' | 'unchanged' | 'none' }
>('close-phase', [{ roadmap: 'none' }, { roadmap: 'synced' }]);

export type OfferedPull =
  | { readonly is: 'open'; readonly pull: number; readonly url: string; readonly branch: string }
  | { readonly is: 'refused'; readonly because: string };

/** Pushes HEAD as the current branch, or as `harness/<slug>` where that is the base, and opens a pull request. */
export const offerPull = autopilotOperation<
  SessionSpec & {
    readonly lane: Lane;
    readonly base: string;
    /** The commit before the session. */
    readonly since: string;
    readonly title: string;
    readonly body: string;
  },
  OfferedPull
>(
  'offer-pull',
  [
    { is: 'open', pull: 1, url: 'u', branch: 'main' },
    { is: 'refused', because: 'no permission' },
  ],
  ['git.failed'],
);

/** Writes the last handoff, promotes the learnings of the session, and sets the feature of the roadmap to done. */
export const closeSession = autopilotOperation<
  SessionSpec,
  { readonly learnings: number; readonly promoted: number; readonly roadmap: 'done' | 'none' }
>('close-session', [
  { learnings: 3, promoted: 1, roadmap: 'none' },
  { learnings: 31, promoted: 2, roadmap: 'done' },
]);

export const autopilotOperations = {
  openSession,
  assessPhase,
  gatherContext,
  readPhasePlan,
  readSegment,
  gatherRetry,
  validateDocuments,
  recordFailure,
  keepHandoff,
  surveyPhase,
  writeDecisions,
  closePhase,
  offerPull,
  closeSession,
};
