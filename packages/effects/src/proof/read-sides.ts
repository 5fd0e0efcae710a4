/** Reads the trees of the base and of a change: their rows, and the texts of single files. */
import { matchesGlob } from '@harness/core/test-guard/glob';
import type { TestTree } from '@harness/core/trust/change-parts';
import type { Side } from '@harness/core/trust/variants';
import { gitOrThrow } from '../git/command.ts';
import { readTexts } from '../git/lane/inspect-tests.ts';
import type { ProofContext } from './context.ts';
import type { Sides } from './write-variants.ts';

export const readSides = async (
  { repo, common }: Pick<ProofContext, 'repo' | 'common'>,
  commits: Sides['commits'],
): Promise<Sides> => ({ repo, common, commits, rows: await rowsOf(repo, commits) });

/** Rows of both trees by path. */
async function rowsOf(repo: string, commits: Readonly<Record<Side, string>>): Promise<Sides['rows']> {
  const read = async (commit: string) => {
    const lines = (await gitOrThrow(repo, ['ls-tree', '-r', '-z', '--full-tree', commit])).split('\0');
    return new Map(
      lines.flatMap((line) => {
        const at = line.indexOf('\t');
        return at === -1 ? [] : [[line.slice(at + 1), line.slice(0, at)] as const];
      }),
    );
  };
  return { base: await read(commits.base), change: await read(commits.change) };
}

/** The texts of the regular files among these paths. */
export async function textsAt(
  { repo, rows }: Sides,
  side: Side,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map(
    paths.flatMap((path) => {
      const [mode = '', , hash = ''] = rows[side].get(path)?.split(' ') ?? [];
      return mode.startsWith('100') ? [[path, hash] as const] : [];
    }),
  );
  const texts = await readTexts(repo, [...hashes.values()]);
  return new Map([...hashes].map(([path, hash]) => [path, texts.get(hash) ?? '']));
}

export async function testTree(sides: Sides, side: Side, testFiles: readonly string[]): Promise<TestTree> {
  const paths = new Set(sides.rows[side].keys());
  const texts = await textsAt(
    sides,
    side,
    [...paths].filter((path) => matchesGlob(path, testFiles)),
  );
  return { paths, texts };
}
