/** Finds files whose content is in none of the known trees: someone wrote or deleted them since. */
import { type ChangedRow, parseRows } from '../checkout/change.ts';

/** A deleted file is unknown if all known trees have it. The first tree decides which files are compared at all. */
export async function findUnknownFiles(
  repo: string,
  tree: string,
  known: readonly string[],
  isWanted: (row: ChangedRow) => boolean,
): Promise<readonly string[]> {
  let unknown: readonly ChangedRow[] | null = null;
  for (const from of new Set(known)) {
    const rows: readonly ChangedRow[] = (await parseRows(repo, { from, to: tree })).filter(isWanted);
    const paths: ReadonlySet<string> = new Set(rows.map(({ path }) => path));
    unknown = (unknown ?? rows).filter(({ path }) => paths.has(path));
    if (unknown.length === 0) return [];
  }
  return (unknown ?? []).map(({ path }) => path);
}

export const isDeleted = ({ mode }: ChangedRow): boolean => mode === '0';
