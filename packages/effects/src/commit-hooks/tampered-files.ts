/** Finds files of a change that decide what the hooks do, directly or through a script that a hook runs. */
import { basename } from 'node:path';
import { changesHookSettings, decidesHooks } from '@harness/core/commit-hooks/hook-files';
import { gitOrThrow } from '../git/command.ts';
import type { GitContext } from '../git/context.ts';
import { inspectTestsBetween, touchedBetween } from '../git/lane/inspect-tests.ts';
import type { FoundHooks } from './find-hooks.ts';
import { resolveTreePath } from './tree-path.ts';

export async function findTamperedFiles(
  work: Pick<GitContext, 'repo' | 'runFolder' | 'key'>,
  { base, tree }: { readonly base: string; readonly tree: string },
  found: FoundHooks,
): Promise<readonly string[]> {
  const touched = await touchedBetween(work.repo, base, tree, () => true);
  const direct = touched
    .flatMap(({ path, newPath }) => [path, newPath])
    .filter((path) => decidesHooks(path, found.places));
  const manifests = touched.filter(
    ({ path, newPath, before, after }) =>
      [path, newPath].some((one) => basename(one) === 'package.json') && changesHookSettings(before, after),
  );
  const checks = await hookTexts(work.repo, base, found);
  const { weakened } = await inspectTestsBetween(work, { from: base, to: tree }, { checks, testFiles: [] });
  const executed = weakened.filter(({ how }) => how === 'script' || how === 'command');
  const names = [...direct, ...manifests.map(({ newPath }) => newPath), ...executed.map(({ file }) => file)];
  return [...new Set(names)].sort();
}

/** With husky, the hook that git calls runs the one of the user in the folder around it. */
async function hookTexts(repo: string, base: string, { hooks, places }: FoundHooks): Promise<readonly string[]> {
  const texts = hooks.map(({ text }) => text);
  for (const folder of places.folders)
    for (const { name } of hooks) {
      const found = await resolveTreePath(repo, base, `${folder}/${name}`);
      if (found.is === 'file') texts.push(await gitOrThrow(repo, ['cat-file', 'blob', found.sha]));
    }
  return [...new Set(texts)];
}
