/** Makes code graphs of small repositories for tests, as lines that are easy to compare. */
import type { CodeGraph } from '@harness/core/codegraph/graph';
import { type Scratch, scratch } from '../git/scratch.ts';
import { readCodeGraph } from './read-code-graph.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export function commitFiles(repo: Scratch, files: Files): void {
  for (const [path, content] of Object.entries(files)) repo.write(path, content);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=x');
}

export async function graphOf(files: Files): Promise<CodeGraph> {
  const repo = scratch();
  commitFiles(repo, files);
  return readCodeGraph(repo.root);
}

/** `from -> to`, with the kind if it is not `value`. */
export const edgesOf = ({ modules }: CodeGraph): readonly string[] =>
  modules
    .flatMap(({ path, edges }) =>
      edges.map(({ to, kind }) => `${path} -> ${to}${kind === 'value' ? '' : ` (${kind})`}`),
    )
    .sort();

export const exportsOf = ({ modules }: CodeGraph): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    modules.filter(({ exports }) => exports.length > 0).map(({ path, exports }) => [path, [...exports].sort()]),
  );
