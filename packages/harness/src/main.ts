/** The command. Everything but the version is loaded when it is needed, so that looking costs nothing. */
import { version } from './version.ts';

const [first, ...rest] = process.argv.slice(2);

if ((first === '--version' || first === '-V') && rest.length === 0) process.stdout.write(`${version}\n`);
else {
  const argv = process.argv.slice(2);
  const { shortcut } = await import('./cli/shortcut.ts');
  const looked = await shortcut(argv);
  // Sockets and watchers are still open after a command has said its last word: leaving is said, not hoped for.
  process.exit(looked ?? (await (await import('./cli/program.ts')).runCommand(argv)));
}
