/** Refuses a dirty tree for work whose changes must be distinguishable from the user's, and names the files. */
import { Refusal } from '@harness/core/failure/refusal';
import { readForeignFiles } from '@harness/effects/checkout/foreign-files';

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
