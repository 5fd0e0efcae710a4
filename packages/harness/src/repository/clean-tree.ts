/** Refuses a tree with changes of the user, or with files that a commit would change, and names the files. */
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { readForeignFiles } from '@harness/effects/checkout/foreign-files';
import { findFilteredFile } from '@harness/effects/git/filtered-file';
import type { Output } from '../render/screen.ts';

/** Refuses files whose git filter is required, and warns of others: harness works without filters. */
export async function requireNoFilter(
  root: string,
  { language, tell }: Pick<Output, 'language' | 'tell'>,
): Promise<void> {
  const found = await findFilteredFile(root);
  if (found === undefined) return;
  const { path, filter } = found;
  if (found.isRequired) throw new Refusal('filter.unsupported', { path, detail: filter });
  tell(`${messagesFor(language).trust.withoutFilter({ path, detail: filter })}\n`);
}

/** Files named in a message. */
const maxNamed = 10;

/** `isOurs` accepts files that the harness wrote; `next` is the suggested command. */
export async function requireCleanTree(root: string, isOurs: (file: string) => boolean, next: string): Promise<void> {
  const files = (await readForeignFiles(root)).filter((file) => !isOurs(file));
  if (files.length === 0) return;
  throw new Refusal('tree.dirty', { files: nameFiles(files), next });
}

export function nameFiles(files: readonly string[]): string {
  const shown = files.slice(0, maxNamed).join(', ');
  const rest = files.length - maxNamed;
  return rest > 0 ? `${shown} … +${rest}` : shown;
}
