/** How a person, or the system, asks the process to leave: once parks the run safely, twice ends it at once. */
import { exitCodes } from '@harness/core/journal/end';

/** Ctrl-C, a polite end, and a terminal that was closed: each parks the run, none leaves a child behind. */
const exitCodeOf = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated, SIGHUP: exitCodes.hungUp };

export class ShutdownError extends Error {
  override readonly name = 'Left';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`left with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

export interface ShutdownListener {
  readonly signal: AbortSignal;
  leave(exitCode: number): void;
  /** Something beside the run went wrong, and it cannot go on without it. */
  giveUp(error: unknown): void;
  close(): void;
}

export function listenForShutdown(onFirst: () => void): ShutdownListener {
  const controller = new AbortController();
  const leave = (exitCode: number) => {
    if (controller.signal.aborted) process.exit(exitCode); // the journal is whole at every moment
    onFirst();
    controller.abort(new ShutdownError(exitCode));
  };
  const handlers = Object.entries(exitCodeOf).map(([signal, exitCode]) => [signal, () => leave(exitCode)] as const);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return {
    signal: controller.signal,
    leave,
    giveUp: (error) => controller.abort(error),
    close() {
      for (const [signal, handler] of handlers) process.off(signal, handler);
    },
  };
}
