/** Work that is to be told from the user's own begins from a clean tree: what is in the way is named. */
import { Refusal } from '@harness/core/failure/refusal';
import { readForeignFiles } from '@harness/effects/checkout/foreign-files';

/** So many are named; a tree with more is dirty enough. */
const mostNamed = 10;

/** `isOurs` tells what lies there on purpose; `next` is the command that helps. */
export async function requireCleanTree(root: string, isOurs: (file: string) => boolean, next: string): Promise<void> {
  const files = (await readForeignFiles(root)).filter((file) => !isOurs(file));
  if (files.length === 0) return;
  const shown = files.slice(0, mostNamed).join(', ');
  const rest = files.length - mostNamed;
  throw new Refusal('tree.dirty', { files: rest > 0 ? `${shown} … +${rest}` : shown, next });
}
