/**
 * What a mission asks of its own files in the checkout: its plan, what a lane is told of one feature, and notes for people.
 *
 * The plan is read once and kept with the run; `features.json` is a view of the journal from then on. Every operation can
 * be repeated after a crash: it writes the same again.
 */
import type { RedCheck } from '../checks/check-round.ts';
import type { FeatureStanding } from '../input-files/features.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Issue } from '../mission/issue.ts';
import type { PersonNote } from '../mission/person-notes.ts';
import type { MissionPlan } from '../mission/plan.ts';
import type { Operation } from './operation.ts';

/** The plan as it was taken up: a file of the run, by its path in the repository, and what it must hash to. */
export interface MissionPlanFile {
  readonly file: string;
  readonly sha256: string;
}

/** What a mission keeps of a feature; everything else of it is in the plan. */
export interface FeatureProgress extends FeatureStanding {
  /** What must be merged before it begins. */
  readonly after: readonly string[];
  /** Of which kinds its claims are: checkpoints may wait for one. */
  readonly kinds: readonly string[];
  readonly architected: boolean;
}

export interface ImportedPlan {
  readonly plan: MissionPlanFile;
  readonly features: readonly FeatureProgress[];
}

export interface PlanLookup {
  /** The commit that the checkout stands on. */
  readonly head: string;
  readonly spec: Artifact | null;
  readonly found: ImportedPlan | null;
  /** Checkpoints that have fired and were granted, in this mission or before it. */
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
 * Looks for a plan that is there already (M-02), and reads the spec for who would have to make one. What the roles are from
 * earlier missions is kept with the run as it is now: their prompts begin the same until it ends (M-24).
 */
export const lookForPlan: Operation<
  { spec: string; identityDir?: string; prompts?: Readonly<Record<string, string>> },
  PlanLookup
> = {
  kind: 'features',
  op: 'look-for-plan',
  samples: [
    { head: 'b0', spec: sampleArtifact, found: null, granted: [] },
    { head: 'b0', spec: null, found: null, granted: [] },
    { head: 'b0', spec: null, found: imported, granted: [] },
  ],
  failures: ['features.broken', 'path.outside', 'git.failed'],
};

/** Writes a new plan as `features.json` and `validation-contract.md`, and takes it up. */
export const adoptPlan: Operation<{ plan: MissionPlan }, ImportedPlan> = {
  kind: 'features',
  op: 'adopt-plan',
  samples: [imported],
  failures: ['features.broken', 'path.outside'],
};

/** What a lane needs to know of its feature. */
export interface FeatureBrief {
  readonly title: string;
  /** The feature and the assertions that it claims, as text. */
  readonly task: Artifact;
  /** Claims that name a command: the harness runs it itself. */
  readonly commands: readonly string[];
  /** What went wrong in an earlier lane. */
  readonly setback: Artifact | null;
  /** Globs of the files that it may change without a question; nothing means all. */
  readonly files?: readonly string[];
}

export const briefFeature: Operation<{ plan: MissionPlanFile; feature: string; setback: string | null }, FeatureBrief> =
  {
    kind: 'features',
    op: 'brief-feature',
    samples: [
      { title: 'Log in', task: sampleArtifact, commands: [], setback: null },
      { title: 'Log in', task: sampleArtifact, commands: [], setback: null, files: ['src/**'] },
      { title: 'Log in', task: sampleArtifact, commands: ['npm run smoke'], setback: sampleArtifact },
    ],
    failures: ['features.broken', 'path.outside'],
  };

/** Keeps what went wrong as a file of the run that the next lane can be handed; answers with its path in the repository. */
export const keepSetback: Operation<
  { because: string; said: string; red: readonly RedCheck[] },
  { readonly file: string }
> = {
  kind: 'features',
  op: 'keep-setback',
  samples: [{ file: '.harness/runs/r/artifacts/setback.md' }],
  failures: ['path.outside'],
};

/** Issues become features `F-FIX-NNN` of the plan (MO-15). */
export const convertIssues: Operation<
  { plan: MissionPlanFile; issues: readonly Issue[] },
  { readonly plan: MissionPlanFile; readonly features: readonly FeatureProgress[] }
> = {
  kind: 'features',
  op: 'convert-issues',
  samples: [
    {
      plan: { file: '.harness/runs/r/artifacts/plan.2.json', sha256: '' },
      features: [{ id: 'F-FIX-001', after: ['F-1'], kinds: ['auth'], status: 'todo', attempts: 0, architected: false }],
    },
  ],
  failures: ['features.broken', 'path.outside'],
};

/** What became of a plan that a person changed by hand: it is the plan now, or it is not in order. */
export type PlanEdit =
  | { readonly is: 'taken'; readonly plan: MissionPlanFile; readonly features: readonly FeatureProgress[] }
  | { readonly is: 'refused'; readonly problems: string };

/**
 * Whether the files of the plan say something else than the mission: a word about it may come when it is settled already. A
 * file may also still say what was shown a move ago. */
export const lookAtEdit: Operation<
  { plan: MissionPlanFile; features: readonly FeatureStanding[]; shown?: readonly FeatureStanding[] },
  { readonly isEdited: boolean }
> = {
  kind: 'features',
  op: 'look-at-edit',
  samples: [{ isEdited: true }, { isEdited: false }],
  failures: ['features.broken', 'path.outside'],
};

/** Takes the files of the plan over as they are now; `begun` are the features that have work in their lanes. */
export const takeEdit: Operation<{ plan: MissionPlanFile; begun: readonly string[] }, PlanEdit> = {
  kind: 'features',
  op: 'take-edit',
  samples: [
    { is: 'taken', plan: { file: '.harness/runs/r/artifacts/plan.3.json', sha256: '' }, features: rows.slice(0, 1) },
    { is: 'refused', problems: 'duplicate-id: F-1' },
  ],
  failures: ['features.broken', 'path.outside'],
};

/** Puts what a person made of the files of the plan beside them, so that they can be written again. */
export const setEditAside: Operation<{ plan: MissionPlanFile }, { readonly kept: readonly string[] }> = {
  kind: 'features',
  op: 'set-edit-aside',
  samples: [{ kept: ['.harness/features.json.yours-1'] }],
  failures: ['features.broken', 'path.outside'],
};

/** Every feature of the plan with what it claims, as one text. */
export const outlineFeatures: Operation<{ plan: MissionPlanFile }, Artifact> = {
  kind: 'features',
  op: 'outline-features',
  samples: [sampleArtifact],
  failures: ['features.broken', 'path.outside'],
};

/** A file for people below `.harness`: an escalation, a checkpoint that waits. */
export const writeNote: Operation<{ note: PersonNote }, 'written'> = {
  kind: 'features',
  op: 'write-note',
  samples: ['written'],
  failures: ['path.outside'],
};

/** What is over: an escalation that somebody dealt with, a checkpoint that was granted, or that nobody waits at any more. */
export const settleNote: Operation<{ escalation: true } | { checkpoint: string } | { withdrawn: string }, 'settled'> = {
  kind: 'features',
  op: 'settle-note',
  samples: ['settled'],
  failures: ['path.outside'],
};
