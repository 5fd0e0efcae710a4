/** Entry point of the command. Only `harness runs` and `--version` are loaded at once; the rest is loaded when needed. */
import { tryFastPath } from './cli/fast-path.ts';
import { guardExitCode } from './cli/unfinished.ts';
import { version } from './version.ts';

async function main(argv: readonly string[]): Promise<void> {
  const finish = guardExitCode(argv);
  const exitCode = (await tryFastPath(argv)) ?? (await (await import('./cli/program.ts')).runCommand(argv));
  // Sockets and watchers may still be open, so the process would not end without this call.
  finish(exitCode);
}

const argv = process.argv.slice(2);
if ((argv[0] === '--version' || argv[0] === '-V') && argv.length === 1) process.stdout.write(`${version}\n`);
else void main(argv);
