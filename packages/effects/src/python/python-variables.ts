/** Variables that lead Python into a lane or clean room instead of the checkout. */
import { join } from 'node:path';
import { pythonPathIn } from '@harness/core/lane/python-path';
import { isLanePath } from '../git/lane/lane.ts';
import { findEditableImports, namesOf } from './editable-installations.ts';

export interface WorkFolder {
  readonly repo: string;
  /** Relative to the repository: a lane, or the checkout itself. */
  readonly cwd: string;
  /** The clean room that stands for it. */
  readonly room?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/** Empty for work in the checkout itself, whose code is the right one. */
export async function pythonVariables({ repo, cwd, room, environment }: WorkFolder): Promise<Record<string, string>> {
  const tree = room ?? (isLanePath(cwd) ? join(repo, cwd) : undefined);
  if (tree === undefined) return {};
  const { folders } = await findEditableImports(repo, environment);
  const path = pythonPathIn({ roots: namesOf(repo), tree, own: environment['PYTHONPATH'], folders });
  return path === undefined ? {} : { PYTHONPATH: path };
}
