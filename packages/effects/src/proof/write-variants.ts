/**
 * Writes variants of a change as commits on no branch.
 *
 *   W1. No worktree and no index of the user is touched.
 *   W2. All new texts are written by one process, because starting git is slow.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Side, Variant } from '@harness/core/trust/variants';
import { gitOrThrow } from '../git/command.ts';
import { writeCommit } from '../git/refs/ref.ts';
import { withTemporaryIndex } from '../git/worktree/index-file.ts';

export interface Sides {
  readonly repo: string;
  readonly common: string;
  /** Commits or trees. */
  readonly commits: Readonly<Record<Side, string>>;
  /** Rows of `git ls-tree` by path: mode, type and hash. */
  readonly rows: Readonly<Record<Side, ReadonlyMap<string, string>>>;
}

/** The commits of the variants, in their order. */
export async function writeVariants(sides: Sides, variants: readonly Variant[]): Promise<readonly string[]> {
  const blobs = await writeBlobs(sides, [...new Set(variants.flatMap(({ write }) => write.map(({ text }) => text)))]);
  return withTemporaryIndex(sides.common, async (env) => {
    const commits: string[] = [];
    for (const variant of variants) commits.push(await writeVariant(sides, variant, blobs, env));
    return commits;
  });
}

async function writeVariant(
  { repo, commits, rows }: Sides,
  { from, remove, take, write }: Variant,
  blobs: ReadonlyMap<string, string>,
  env: { readonly GIT_INDEX_FILE: string },
): Promise<string> {
  const other = rows[from === 'base' ? 'change' : 'base'];
  const gone = [...remove, ...take.filter((path) => !other.has(path))];
  const taken = take.flatMap((path) => (other.has(path) ? [`${other.get(path)}\t${path}`] : []));
  const written = write.map(({ path, text }) => `${modeOf(rows[from].get(path))} ${blobs.get(text)} 0\t${path}`);
  await gitOrThrow(repo, ['read-tree', commits[from]], { env });
  const removed = gone.flatMap((path) => removalOf(path, rows[from].get(path)));
  const input = [...removed, ...taken, ...written].map((row) => `${row}\0`).join('');
  if (input !== '') await gitOrThrow(repo, ['update-index', '-z', '--index-info'], { env, input });
  const tree = await gitOrThrow(repo, ['write-tree'], { env });
  return writeCommit(repo, tree, null, 'harness: a variant of a change');
}

/** Mode 0 removes an entry. Git ignores its hash, but not the length of it: a repository may have longer ones. */
const removalOf = (path: string, row: string | undefined): readonly string[] =>
  row === undefined ? [] : [`0 ${row.split(' ')[2]} 0\t${path}`];

/** A text never replaces the target of a link. */
const modeOf = (row = ''): string => /^100\d{3}/.exec(row)?.[0] ?? '100644';

/** W2: the hash of each text. */
async function writeBlobs({ repo, common }: Sides, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (texts.length === 0) return new Map();
  const folder = await mkdtemp(join(common, 'harness-blobs-'));
  try {
    const marks = join(folder, 'marks');
    const input = texts.map((text, at) => `blob\nmark :${at + 1}\ndata ${Buffer.byteLength(text)}\n${text}\n`).join('');
    await gitOrThrow(repo, ['fast-import', '--quiet', `--export-marks=${marks}`], { input });
    const lines = (await readFile(marks, 'utf8')).trim().split('\n');
    return new Map(
      lines.map((line) => {
        const [mark = '', hash = ''] = line.split(' ');
        return [texts[Number(mark.slice(1)) - 1] ?? '', hash] as const;
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
