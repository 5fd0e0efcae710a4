/** Finds a program on PATH; `undefined` if it is missing or not executable. */

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tryOr } from '../file/file-system.ts';

export const findProgram = (name: string, path = ''): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);

export function isProgram(path: string): boolean {
  const isExecutable = () => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  };
  return tryOr(isExecutable, false, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP');
}
