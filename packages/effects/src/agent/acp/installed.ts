/** Whether an agent's program is on this machine: where its name leads, as a shell would look for it. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** The whole path of the program; nothing when there is none that can be started. */
export function programOf(program: string, environment: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(program) || program.includes('/')) return isProgram(program) ? resolve(program) : undefined;
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, program)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    const known = ['ENOENT', 'ENOTDIR', 'EACCES'];
    if (!known.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}
