/**
 * Operations on the files of a mission in the checkout: its plan, the brief of a feature for a lane, and notes for people.
 *
 * The plan is read once and kept with the run; from then on `features.json` is a view of the journal. Every operation can be
 * repeated after a crash: it writes the same files again.
 */
import type { RedCheck } from '../checks/check-round.ts';
import type { FeatureRecord } from '../input-files/features.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Issue } from '../mission/issue.ts';
import type { PersonNote } from '../mission/person-notes.ts';
import type { MissionPlan } from '../mission/plan.ts';
import type { WorkKind } from '../trust/work-kind.ts';
import { operationsOf } from './operation.ts';

const featuresOperation = operationsOf('features', 'features.broken', 'path.outside');

/** The plan at its import: path in the repository and hash. */
export interface MissionPlanFile {
  readonly file: string;
  readonly sha256: string;
}

/** The state of a feature in a mission; the plan has all other fields. */
export interface FeatureProgress extends FeatureRecord {
  /** Dependencies that must be merged first. */
  readonly after: readonly string[];
  /** Kinds of its claims; checkpoints may wait for one. */
  readonly kinds: readonly string[];
  readonly architected: boolean;
}

export interface ImportedPlan {
  readonly plan: MissionPlanFile;
  readonly features: readonly FeatureProgress[];
}

export interface PlanLookup {
  readonly head: string;
  readonly spec: Artifact | null;
  readonly found: ImportedPlan | null;
  /** Checkpoints that fired and were granted, in this mission or before it. */
  readonly granted: readonly string[];
}

const rows: readonly FeatureProgress[] = [
  { id: 'F-1', after: [], kinds: ['auth'], status: 'todo', attempts: 0, architected: false },
  { id: 'F-2', after: ['F-1'], kinds: ['core'], status: 'todo', attempts: 0, architected: false },
  { id: 'F-3', after: [], kinds: ['core'], status: 'todo', attempts: 0, architected: false },
  { id: 'F-4', after: [], kinds: ['ui'], status: 'todo', attempts: 0, architected: false },
];
const imported: ImportedPlan = { plan: { file: '.harness/runs/r/artifacts/plan.json', sha256: '' }, features: rows };

/**
 * Looks for an existing plan (M-02), and reads the spec for the planner, or for the reviewer with `reviews`.
 *
 * Keeps a copy of the roles' identities with the run, so that their prompts start the same until it ends (M-24).
 */
export const findMissionPlan = featuresOperation<
  { spec: string; identityDir?: string; prompts?: Readonly<Record<string, string>>; reviews?: true },
  PlanLookup
>(
  'look-for-plan',
  [
    { head: 'b0', spec: sampleArtifact, found: null, granted: [] },
    { head: 'b0', spec: null, found: null, granted: [] },
    { head: 'b0', spec: null, found: imported, granted: [] },
  ],
  ['features.broken', 'path.outside', 'git.failed'],
);

/** Writes a new plan as `features.json` and `validation-contract.md`, and imports it. */
export const adoptPlan = featuresOperation<{ plan: MissionPlan }, ImportedPlan>('adopt-plan', [imported]);

export interface FeatureBrief {
  readonly title: string;
  /** The feature and its claimed assertions, as text. */
  readonly task: Artifact;
  /** Commands in claims, which the harness runs itself. */
  readonly commands: readonly string[];
  /** The number of claimed assertions; absent in runs of earlier releases. */
  readonly claims?: number;
  /** Why an earlier lane failed; `null` if there was none. */
  readonly setback: Artifact | null;
  /** Globs of the files that it may change without a question; `undefined` allows all. */
  readonly files?: readonly string[];
  /** Work that has no witness by nature; absent for all other work. */
  readonly kind?: WorkKind;
  /** Globs of tests that the approved plan changes. */
  readonly changes?: readonly string[];
}

export const briefFeature = featuresOperation<
  { plan: MissionPlanFile; feature: string; setback: string | null },
  FeatureBrief
>('brief-feature', [
  { title: 'Log in', task: sampleArtifact, commands: [], claims: 1, setback: null },
  { title: 'Log in', task: sampleArtifact, commands: [], setback: null, files: ['src/**'] },
  { title: 'Log in', task: sampleArtifact, commands: ['npm run smoke'], setback: sampleArtifact },
]);

/** Saves why a lane failed, for the next lane; answers with the path in the repository. */
export const keepSetback = featuresOperation<
  { because: string; said: string; red: readonly RedCheck[] },
  { readonly file: string }
>('keep-setback', [{ file: '.harness/runs/r/artifacts/setback.md' }], ['path.outside']);

/** Converts issues into features `F-FIX-NNN` of the plan (MO-15). */
export const convertIssues = featuresOperation<{ plan: MissionPlanFile; issues: readonly Issue[] }, ImportedPlan>(
  'convert-issues',
  [
    {
      plan: { file: '.harness/runs/r/artifacts/plan.2.json', sha256: '' },
      features: [{ id: 'F-FIX-001', after: ['F-1'], kinds: ['auth'], status: 'todo', attempts: 0, architected: false }],
    },
  ],
);

/** The result of a manual edit of the plan: imported, or refused as invalid. */
export type PlanEdit =
  | { readonly is: 'taken'; readonly plan: MissionPlanFile; readonly features: readonly FeatureProgress[] }
  | { readonly is: 'refused'; readonly problems: string };

/**
 * Whether the plan files differ from the mission's plan, because a notice about an edit may come after it was handled.
 * `shown` is the previous view, which the files may still contain.
 */
export const checkPlanEdit = featuresOperation<
  { plan: MissionPlanFile; features: readonly FeatureRecord[]; shown?: readonly FeatureRecord[] },
  { readonly isEdited: boolean }
>('look-at-edit', [{ isEdited: true }, { isEdited: false }]);

/** Imports the edited plan files; `begun` are the features with work in their lanes. */
export const importPlanEdit = featuresOperation<{ plan: MissionPlanFile; begun: readonly string[] }, PlanEdit>(
  'take-edit',
  [
    { is: 'taken', plan: { file: '.harness/runs/r/artifacts/plan.3.json', sha256: '' }, features: rows.slice(0, 1) },
    { is: 'refused', problems: 'duplicate-id: F-1' },
  ],
);

/** Moves edited plan files to a backup next to them, so that the plan can be written again. */
export const backUpPlanEdit = featuresOperation<{ plan: MissionPlanFile }, { readonly kept: readonly string[] }>(
  'set-edit-aside',
  [{ kept: ['.harness/features.json.yours-1'] }],
);

/** Lists all features of the plan with their claims, as one text. */
export const outlineFeatures = featuresOperation<{ plan: MissionPlanFile }, Artifact>('outline-features', [
  sampleArtifact,
]);

/** Writes a file for people below `.harness`: an escalation, or a checkpoint that waits. */
export const writeNote = featuresOperation<{ note: PersonNote }, 'written'>(
  'write-note',
  ['written'],
  ['path.outside'],
);

/** Closes a note: the escalation was handled, or the checkpoint was granted or withdrawn. */
export const settleNote = featuresOperation<
  { escalation: true } | { checkpoint: string } | { withdrawn: string },
  'settled'
>('settle-note', ['settled'], ['path.outside']);
