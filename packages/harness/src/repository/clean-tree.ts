/** Refuses a tree with changes of the user, or with files that a commit would change, and names the files. */
import { Refusal } from '@harness/core/failure/refusal';
import { readForeignFiles } from '@harness/effects/checkout/foreign-files';
import { findFilteredFile } from '@harness/effects/git/filtered-file';

/** Refuses files that pass through a git filter: without the filter, a commit would contain other bytes. */
export async function requireNoFilter(root: string): Promise<void> {
  const found = await findFilteredFile(root);
  if (found !== undefined) throw new Refusal('filter.unsupported', { path: found.path, detail: found.filter });
}

/** Files named in the refusal. */
const maxNamed = 10;

/** `isOurs` accepts files that the harness wrote; `next` is the suggested command. */
export async function requireCleanTree(root: string, isOurs: (file: string) => boolean, next: string): Promise<void> {
  const files = (await readForeignFiles(root)).filter((file) => !isOurs(file));
  if (files.length === 0) return;
  const shown = files.slice(0, maxNamed).join(', ');
  const rest = files.length - maxNamed;
  throw new Refusal('tree.dirty', { files: rest > 0 ? `${shown} … +${rest}` : shown, next });
}
