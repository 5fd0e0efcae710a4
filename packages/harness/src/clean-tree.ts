/** Work that is to be told from the user's own begins from a clean tree: what is in the way is named. */
import { Refusal } from '@harness/core/refusal';
import { foreignIn } from '@harness/effects/checkout/foreign';

/** So many are named; a tree with more is dirty enough. */
const mostNamed = 10;

/** `isOurs` tells what lies there on purpose. */
export async function requireCleanTree(
  root: string,
  isOurs: (file: string) => boolean,
  command: 'task' | 'run',
): Promise<void> {
  const files = (await foreignIn(root)).filter((file) => !isOurs(file));
  if (files.length === 0) return;
  const shown = files.slice(0, mostNamed).join(', ');
  const rest = files.length - mostNamed;
  throw new Refusal('tree.dirty', { command, files: rest > 0 ? `${shown} … +${rest}` : shown });
}
