/** Finds programs on PATH. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tryOr } from '../file/file-system.ts';

/** `undefined` if it is missing or not executable. */
export const findProgram = (name: string, path = ''): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram);

/**
 * Whether the program of a command is missing. False also if this cannot be decided: for a path such as
 * `.venv/bin/python`, a variable before the program, or an empty command.
 */
export function isProgramMissing(command: string, path = ''): boolean {
  const [program = ''] = command.trim().split(/\s+/);
  return /^[\w.+-]+$/.test(program) && findProgram(program, path) === undefined;
}

export function isProgram(path: string): boolean {
  const isExecutable = () => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  };
  return tryOr(isExecutable, false, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP');
}
