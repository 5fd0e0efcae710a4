/** What an agent's program needs of itself, wherever it lies: its file or its script, and the packages around it. */
import { isAbsolute } from 'node:path';
import type { SandboxLayer } from '@harness/core/sandbox/layers';
import type { BoxedCommand } from './box.ts';
import { isFileAt, realPathIfExists } from './host-machine.ts';

/** The program, and what an interpreter is handed first. Whatever else is named is not shown by being named. */
export const filesOf = (
  { program, args }: BoxedCommand,
  isHidden: (path: string) => boolean,
): readonly SandboxLayer[] =>
  [program, args.find((text) => !text.startsWith('-')) ?? '']
    .filter((path) => isAbsolute(path) && isHidden(path) && isFileAt(path))
    .flatMap(layersOf);

function layersOf(path: string): readonly SandboxLayer[] {
  const source = realPathIfExists(path);
  if (source === undefined) return [];
  const file: SandboxLayer = source === path ? { sight: 'read', path } : { sight: 'read', path, source };
  const [packages] = /^.*?\/node_modules(?=\/)/.exec(source) ?? [];
  return packages === undefined ? [file] : [file, { sight: 'read', path: packages }];
}
