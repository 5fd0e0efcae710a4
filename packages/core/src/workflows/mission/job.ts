/** What a mission is handed when it begins: everything that settings say about it, as it was then. */
import type { LaneResourceOptions } from '../../effects/git.ts';
import type { ScreensInput } from '../../effects/screens.ts';
import type { SmokeTest } from '../../mission/smoke.ts';
import type { InCheckout, OnPass } from './lane/job.ts';

export interface CheckpointSetting {
  readonly name: string;
  readonly on: string;
  readonly description: string;
}

export interface MissionJob {
  /** The spec, by its path in the repository. */
  readonly spec: string;
  /** The branch that features are merged into. */
  readonly base: string;
  readonly lanes: number;
  /** How many lanes work on one feature against each other (MO-28); nothing where each feature has one lane. */
  readonly rivals?: number;
  readonly decide: 'rules' | 'agent';
  readonly iterations: number;
  readonly planReviewer: boolean;
  readonly checkpoints: readonly CheckpointSetting[];
  readonly checks: readonly string[];
  readonly checkTimeoutMs: number;
  readonly testFiles?: readonly string[];
  readonly reports?: readonly string[];
  /** What a person adds to the words of a role, by its id: the text, or a file of the repository. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** Where roles are kept across missions; nothing in a mission that began before anything was remembered. */
  readonly memory?: { readonly identityDir: string };
  /** The commands that run the tests, by which new ones are proved; nothing where none is known. */
  readonly proof?: readonly string[];
  readonly uiQa?: ScreensInput;
  readonly crosscheck?: true;
  /** When the documenter is asked, if not once when the mission is done: for each feature that passed, or not at all. */
  readonly documents?: 'pass' | 'off';
  /** After how many attempts a feature that fails is looked into; nothing means never. */
  readonly debugAfter?: number;
  /** What it leaves below `.harness` is moved aside when it is done. */
  readonly archives?: true;
  /** How many snapshots and logs are kept; nothing means that none is made and none goes. */
  readonly keep?: { readonly snapshots: number; readonly logs: number };
  /** When the running product is looked at; nothing means never. */
  readonly smoke?: SmokeTest & { readonly onDone: boolean; readonly onFeaturePass: boolean };
  readonly allots?: LaneResourceOptions;
  /** What becomes of a feature that passed, where it is not merged. */
  readonly onPass?: OnPass;
  /** While lanes run it hears that its plan was changed, or that a checkpoint is wanted; nothing in a mission that could not yet. */
  readonly hears?: true;
  /** Features are built in the user's checkout, one at a time; nothing means in worktrees. */
  readonly checkout?: InCheckout;
}
