/** What every git operation is told: whose work it is, where it happens, and whom to tell what was kept. */
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { Outcome } from '@harness/core/failure/failure';

export interface GitContext {
  /** The real path of the top of the user's working tree. */
  readonly repo: string;
  /** The folder that git keeps for the repository and all its worktrees. */
  readonly common: string;
  readonly run: string;
  /** The key of the effect: the same on every try. */
  readonly key: string;
  readonly runFolder: string;
  /** An earlier process asked for this and died before it was answered. */
  readonly interrupted: boolean;
  /** Tells that what an agent wrote is reachable under this ref. */
  kept(ref: string): Promise<void>;
  /** Runs a command in a folder of the repository, as a check is run; where nobody can, nothing is installed. */
  command?(input: CheckInput): Promise<Outcome<CheckReport>>;
  /** Tells that dependencies are installed by this command, which may take a while. */
  installing?(command: string): Promise<void>;
  /** Tells that these files were left out of what was saved: they are the harness's own. */
  leftOut?(files: readonly string[]): Promise<void>;
  /** Tells that this lane and another would conflict in these files; nobody is told where there are no others. */
  overlaps?(lane: string, files: readonly string[]): Promise<void>;
}
