/**
 * Makes a command fail that ends before it finished: exit code 0 means that the command did its work.
 *
 *   F1. If no timer, socket or process is left to wait for, Node ends the process with 0. Then the command is refused.
 *   F2. If code of the user, such as a configuration, calls `process.exit(0)`, the exit code is 1 nevertheless.
 */
import { Refusal } from '@harness/core/failure/refusal';
import { complainAtExit } from './output.ts';

/** Returns the function that ends the process; it is the only way to exit with 0. */
export function guardExitCode(argv: readonly string[]): (exitCode: number) => never {
  let isFinished = false;
  let isReported = false;
  const finish = (exitCode: number): never => {
    isFinished = true;
    process.exit(exitCode);
  };
  process.once('beforeExit', () => {
    isReported = true;
    void refuseUnfinished(argv).then(finish);
  });
  process.on('exit', (exitCode) => {
    if (isFinished || exitCode !== 0) return;
    process.exitCode = 1;
    if (!isReported)
      complainAtExit('The command was ended by process.exit(0) before it finished.\n  try: harness runs\n');
  });
  return finish;
}

async function refuseUnfinished(argv: readonly string[]): Promise<number> {
  const { refuseCommand } = await import('./program.ts');
  return refuseCommand(new Refusal('command.unfinished'), argv);
}
