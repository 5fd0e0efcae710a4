/** Context of every git operation. */
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { Outcome } from '@harness/core/failure/failure';
import type { InstructionFolders } from '@harness/core/test-guard/instructions';

export interface GitContext {
  /** Real path of the root of the user's working tree. */
  readonly repo: string;
  /** Git folder of the repository and all its worktrees. */
  readonly common: string;
  readonly run: string;
  /** Key of the effect: the same on every try. */
  readonly key: string;
  readonly runFolder: string;
  /** An earlier process requested this effect and died before its answer. */
  readonly interrupted: boolean;
  /** Cancels the effect. Only reading large files ends early: other operations are short. */
  readonly signal?: AbortSignal | undefined;
  /** Reports that work of an agent is reachable under this ref. */
  kept(ref: string): Promise<void>;
  /** Folders of plans and context files, which a change must not write unasked; `undefined` if they are unknown. */
  readonly folders?: InstructionFolders | undefined;
  /** Runs a command in a folder of the repository like a check; `undefined` disables installation. */
  command?(input: CheckInput): Promise<Outcome<CheckReport>>;
  installing?(command: string): Promise<void>;
  /** Reports that a lane has no dependencies of its own, and why. */
  notIsolated?(detail: string): Promise<void>;
  /** Reports files of the harness that were excluded from a checkpoint. */
  leftOut?(files: readonly string[]): Promise<void>;
  /** Reports held files that an agent changed or deleted, and that it got back. */
  restored?(files: readonly string[]): Promise<void>;
  /** Reports files in which this lane and another would conflict; `undefined` if there are no other lanes. */
  overlaps?(lane: string, files: readonly string[]): Promise<void>;
}
