/** Finds a program on PATH; `undefined` if it is missing or not executable. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const findProgram = (name: string, path = ''): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}
