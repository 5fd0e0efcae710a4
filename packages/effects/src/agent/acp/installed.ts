/** Finds an agent's program on PATH, as a shell would. */

import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { isProgram } from '../../process/find.ts';

/** Returns the absolute path of the program; `undefined` if it is missing or not executable. */
export function programOf(program: string, environment: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(program) || program.includes('/')) return isProgram(program) ? resolve(program) : undefined;
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, program)).find(isProgram);
}
