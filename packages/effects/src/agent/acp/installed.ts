/** Finds an agent's program on PATH, as a shell would. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Returns the absolute path of the program; `undefined` if it is missing or not executable. */
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
