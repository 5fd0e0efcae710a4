/** How a person, or the system, asks the process to leave: once parks the run safely, twice ends it at once. */
import { exitCodes } from '@harness/core/end';

export class Left extends Error {
  override readonly name = 'Left';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`left with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

export interface Leaving {
  readonly signal: AbortSignal;
  leave(exitCode: number): void;
  /** Something beside the run went wrong, and it cannot go on without it. */
  giveUp(error: unknown): void;
  close(): void;
}

export function listenForLeaving(onFirst: () => void): Leaving {
  const controller = new AbortController();
  const leave = (exitCode: number) => {
    if (controller.signal.aborted) process.exit(exitCode); // the journal is whole at every moment
    onFirst();
    controller.abort(new Left(exitCode));
  };
  const onInterrupt = () => leave(exitCodes.interrupted);
  const onTerminate = () => leave(exitCodes.terminated);
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  return {
    signal: controller.signal,
    leave,
    giveUp: (error) => controller.abort(error),
    close() {
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
    },
  };
}
