/** Looks for the program of a command on a search path. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * True also if this cannot be decided: for a path such as `.venv/bin/python`, a variable before the program, or an empty
 * command.
 */
export function findsProgram(command: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  const [program = ''] = command.trim().split(/\s+/);
  if (!/^[\w.+-]+$/.test(program)) return true;
  return PATH.split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // missing, or not executable
  }
}
