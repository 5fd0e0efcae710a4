/** Finds the files of an agent's program to show in a box: its executable or script, and its packages. */
import { isAbsolute } from 'node:path';
import type { SandboxLayer } from '@harness/core/sandbox/layers';
import type { BoxedCommand } from './box.ts';
import { isFileAt, realPathIfExists } from './host-machine.ts';

/** Shows the program, and the script that an interpreter gets first, but no other file that the arguments name. */
export const programFileLayers = (
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
