/** The command. A plain look is part of it; everything else is loaded when it is needed, so that looking costs nothing. */
import { tryFastPath } from './cli/fast-path.ts';
import { version } from './version.ts';

async function main(argv: readonly string[]): Promise<void> {
  const exitCode = (await tryFastPath(argv)) ?? (await (await import('./cli/program.ts')).runCommand(argv));
  // Sockets and watchers are still open after a command has said its last word: leaving is said, not hoped for.
  process.exit(exitCode);
}

const argv = process.argv.slice(2);
if ((argv[0] === '--version' || argv[0] === '-V') && argv.length === 1) process.stdout.write(`${version}\n`);
else void main(argv);
