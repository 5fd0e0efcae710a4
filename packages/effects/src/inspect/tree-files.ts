/** Lists the modules and configuration files of a commit. Links and submodules are no files. */
import { findLanguage, isConfigFile } from '@harness/core/codegraph/languages/list';
import { gitOrThrow } from '../git/command.ts';

export interface TreeFile {
  readonly path: string;
  /** The hash of its content. */
  readonly id: string;
  readonly bytes: number;
}

export interface TreeFiles {
  readonly modules: readonly TreeFile[];
  readonly configs: readonly TreeFile[];
}

export async function listTreeFiles(repo: string, tree: string): Promise<TreeFiles> {
  const listed = await gitOrThrow(repo, ['ls-tree', '-r', '-z', '-l', '--full-tree', tree]);
  const files = listed.split('\0').flatMap(parseRow);
  return {
    modules: files.filter(({ path }) => findLanguage(path) !== undefined),
    configs: files.filter(({ path }) => isConfigFile(path)),
  };
}

function parseRow(row: string): readonly TreeFile[] {
  const [, id = '', bytes = '', path = ''] = /^100\d+ blob (\w+) +(\d+)\t(.*)$/s.exec(row) ?? [];
  return isPlainPath(path) ? [{ path, id, bytes: Number(bytes) }] : [];
}

/** A damaged tree may contain names that lead elsewhere, or that no disk can hold. */
const isPlainPath = (path: string) =>
  path !== '' &&
  path.length <= 2_000 &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 255);
