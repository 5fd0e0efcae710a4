/** How a program is started to collect its output, and how it ended. */
export interface SpawnOptions {
  readonly cwd: string;
  /** The complete environment: the environment of this process is not added. */
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | Uint8Array | undefined;
  /** The program is ended if it prints more. */
  readonly maxBytes: number;
  /** Ends the program; `undefined` lets it complete. */
  readonly signal?: AbortSignal | undefined;
  /** The program is killed with its child processes if it takes longer. */
  readonly timeoutMs?: number;
  /** Started often: uses a shell that waits for commands, where possible. */
  readonly isFrequent?: true;
}

export type SpawnResult =
  | { readonly is: 'ended'; readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string }
  /** It printed too much; `stdout` contains the allowed part. */
  | { readonly is: 'cut'; readonly stdout: Buffer; readonly stderr: string }
  /** It ended by a signal, or took too long; `stdout` contains its output until then. */
  | { readonly is: 'killed'; readonly signal: string; readonly stdout: Buffer }
  | { readonly is: 'refused'; readonly code: string };
