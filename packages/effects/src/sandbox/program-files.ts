/** What a program needs of itself, wherever it lies: the files that its command names, and the packages around them. */
import { isAbsolute } from 'node:path';
import type { Layer } from '@harness/core/sandbox/layers';
import type { Boxed } from './box.ts';
import { isFileAt, real } from './machine.ts';

/** Only what is named as a whole argument: a path inside a longer text is a text. */
export const filesOf = ({ program, args }: Boxed): readonly Layer[] =>
  [program, ...args].filter((text) => isAbsolute(text) && isFileAt(text)).flatMap(layersOf);

function layersOf(path: string): readonly Layer[] {
  const source = real(path);
  if (source === undefined) return [];
  const file: Layer = source === path ? { sight: 'read', path } : { sight: 'read', path, source };
  const [packages] = /^.*?\/node_modules(?=\/)/.exec(source) ?? [];
  return packages === undefined ? [file] : [file, { sight: 'read', path: packages }];
}
