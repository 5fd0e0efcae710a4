/** Entry point of `harness issues stop-hook`, which an agent waits for after each of its answers. It loads nothing else. */
import { guardExitCode } from './cli/unfinished.ts';
import { run } from './workflows/issues-session/stop-hook.ts';

const finish = guardExitCode(process.argv.slice(2));
void run({ options: {} }).then(finish);
