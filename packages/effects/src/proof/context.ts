/** Context of the operations of a proof. */
export interface ProofContext {
  readonly repo: string;
  /** Git folder of the repository and all its worktrees. */
  readonly common: string;
  readonly key: string;
  readonly runFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Ends the parsers of source files. */
  readonly signal: AbortSignal;
}
