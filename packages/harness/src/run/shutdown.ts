/** Handles SIGINT, SIGTERM and SIGHUP: the first parks the run, the second exits at once. */
import { exitCodes } from '@harness/core/journal/end';

export const exitCodeOf = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated, SIGHUP: exitCodes.hungUp };

export class ShutdownError extends Error {
  override readonly name = 'ShutdownError';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`left with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

export interface ShutdownListener {
  readonly signal: AbortSignal;
  leave(exitCode: number): void;
  /** Aborts because of an error outside the run, without which it cannot continue. */
  giveUp(error: unknown): void;
  close(): void;
}

export function listenForShutdown(onFirst: () => void): ShutdownListener {
  const controller = new AbortController();
  const leave = (exitCode: number) => {
    if (controller.signal.aborted) process.exit(exitCode); // safe: the journal is complete at every moment
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
