/** Finds editable installations that lead Python into the checkout, and that no lane or clean room can redirect. */
import { join, relative } from 'node:path';
import { isWithin } from '@harness/core/sandbox/layers';
import { gitOrThrow } from '../git/command.ts';
import { findEditableImports, namesOf } from './editable-installations.ts';

/** Files of the installations, and folders that no commit has, such as a strict installation of setuptools. */
export async function findUnredirectedImports(
  repo: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const { folders, unknown } = await findEditableImports(repo, environment);
  const isMissing = await Promise.all(folders.map((folder) => isUntracked(repo, folder)));
  return [...unknown, ...folders.filter((_, at) => isMissing[at])];
}

async function isUntracked(repo: string, folder: string): Promise<boolean> {
  const root = namesOf(repo).find((one) => isWithin(one, folder)) ?? repo;
  const path = relative(root, folder);
  return (await gitOrThrow(repo, ['ls-files', '-z', '--', `:(literal)${join('.', path)}`])) === '';
}
