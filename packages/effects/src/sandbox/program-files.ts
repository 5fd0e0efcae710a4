/** What an agent's program needs of itself, wherever it lies: its file or its script, and the packages around it. */
import { isAbsolute } from 'node:path';
import type { Layer } from '@harness/core/sandbox/layers';
import type { Boxed } from './box.ts';
import { isFileAt, real } from './machine.ts';

/** The program, and what an interpreter is handed first. Whatever else is named is not shown by being named. */
export const filesOf = ({ program, args }: Boxed, isHidden: (path: string) => boolean): readonly Layer[] =>
  [program, args.find((text) => !text.startsWith('-')) ?? '']
    .filter((path) => isAbsolute(path) && isHidden(path) && isFileAt(path))
    .flatMap(layersOf);

function layersOf(path: string): readonly Layer[] {
  const source = real(path);
  if (source === undefined) return [];
  const file: Layer = source === path ? { sight: 'read', path } : { sight: 'read', path, source };
  const [packages] = /^.*?\/node_modules(?=\/)/.exec(source) ?? [];
  return packages === undefined ? [file] : [file, { sight: 'read', path: packages }];
}
