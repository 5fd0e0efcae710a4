/**
 * Moves old learnings to the archive.
 *
 *   P1. The archive is on the disk before the entries leave the learnings: a crash between both loses no entry.
 *   P2. After such a crash the entries are found in the archives, of any month, and are not added again.
 */

import { Refusal } from '@harness/core/failure/refusal';
import {
  archiveText,
  learningsArchive,
  learningsFile,
  listLearnings,
  pruneLearnings,
} from '@harness/core/learnings/learnings';
import { writeFileWhole } from '../checkout/file.ts';
import { resolveContained } from '../contained-path.ts';
import { requireDocument } from '../documents/read-document.ts';
import { entriesOf } from '../plans/read.ts';

export interface PruneResult {
  /** Number of entries that stay. */
  readonly kept: number;
  readonly archived: number;
  /** The archive; `null` if no entry was removed. */
  readonly file: string | null;
}

const command = 'learnings';

export async function pruneLearningsFile(root: string, now: Date): Promise<PruneResult> {
  const file = requireDocument(root, learningsFile, command);
  const { kept, archived, text } = pruneLearnings(file?.text ?? '', now.getTime());
  if (file === null || archived.length === 0) return { kept, archived: 0, file: null };
  const path = `${learningsArchive}/${now.toISOString().slice(0, 7)}.md`;
  const known = listArchives(root).flatMap((one) => listLearnings(readArchive(root, one)));
  const before = readArchive(root, path);
  const after = archiveText(before, archived, new Set(known));
  if (after !== before) await writeFileWhole(root, path, after);
  await writeFileWhole(root, learningsFile, text, file.mode);
  return { kept, archived: archived.length, file: path };
}

function listArchives(root: string): readonly string[] {
  const folder = resolveContained(root, learningsArchive);
  if (!folder.ok) throw new Refusal('input.outside', { path: learningsArchive, command });
  const names = entriesOf(folder.path).map(({ name }) => name);
  return names.filter((name) => /^\d{4}-\d\d\.md$/.test(name)).map((name) => `${learningsArchive}/${name}`);
}

const readArchive = (root: string, path: string): string => requireDocument(root, path, command)?.text ?? '';
