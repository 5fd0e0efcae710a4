/** The job of a mission: its settings when it started. */
import type { KeptUserFiles } from '../../effects/checkout.ts';
import type { ScreensInput } from '../../effects/screens.ts';
import type { SmokeTest } from '../../mission/smoke.ts';
import type { CheckoutOptions, LaneJob } from './lane/job.ts';

export interface CheckpointSetting {
  readonly name: string;
  readonly on: string;
  readonly description: string;
  /** When the orchestrator should request it. */
  readonly hint?: string;
}

export interface MissionJob
  extends Pick<
    LaneJob,
    | 'base'
    | 'checks'
    | 'checkTimeoutMs'
    | 'rooms'
    | 'testFiles'
    | 'reports'
    | 'trust'
    | 'proof'
    | 'allots'
    | 'onPass'
    | 'guardsDocuments'
    | 'atOnce'
  > {
  /** Set if the checks run on the base first, and a person is asked about red ones; absent in runs of older versions. */
  readonly baseline?: true;
  /** Set if the checks run on the base again after the last merge; absent in runs of older versions. */
  readonly finalChecks?: true;
  /** Path of the spec in the repository. */
  readonly spec: string;
  readonly lanes: number;
  /** Competing lanes per feature (MO-28); `undefined` means one lane without competition. */
  readonly rivals?: number;
  readonly decide: 'rules' | 'agent';
  readonly iterations: number;
  readonly planReviewer: boolean;
  /** The plan reviewer has not accepted the existing plan, so it is reviewed before it is built. */
  readonly reviews?: true;
  readonly checkpoints: readonly CheckpointSetting[];
  /** Additional prompt text by role id: the text itself, or a file of the repository. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** Folder of role memories across missions; `undefined` in missions that started before there was a memory. */
  readonly memory?: { readonly identityDir: string };
  readonly uiQa?: ScreensInput;
  readonly crosscheck?: true;
  /** When the documenter runs: after each passed feature, or never; `undefined` means once at the end. */
  readonly documents?: 'pass' | 'off';
  /** Failed attempts before the debugger runs; `undefined` disables it. */
  readonly debugAfter?: number;
  /** Archives the mission's files below `.harness` when it is done. */
  readonly archives?: true;
  /** Retention of snapshots and logs; `undefined` makes and deletes none. */
  readonly keep?: { readonly snapshots: number; readonly logs: number };
  /** Smoke tests; `undefined` disables them. */
  readonly smoke?: SmokeTest & {
    readonly onDone: boolean;
    readonly onFeaturePass: boolean;
    /** Features are tested in their lanes, before the merge; absent in older missions and in the checkout. */
    readonly inLane?: true;
  };
  /** Whether it accepts signals about an edited plan or a requested checkpoint; `undefined` in missions that started before. */
  readonly hears?: true;
  /** Builds features in the user's checkout, one at a time; `undefined` means in worktrees. */
  readonly checkout?: CheckoutOptions;
  /** Where the user's own files are kept; set once they are. */
  readonly userFiles?: KeptUserFiles;
}
