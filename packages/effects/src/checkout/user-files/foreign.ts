/** Adds the ignored files from before a run to its foreign files: it never commits them, even if it stops ignoring them. */
import { join } from 'node:path';
import type { CheckoutContext } from '../context.ts';
import { readCopyList } from './copies.ts';

export async function withIgnoredFiles<Args extends { readonly foreign: readonly string[]; readonly copies?: string }>(
  { repo }: Pick<CheckoutContext, 'repo'>,
  args: Args,
): Promise<Args> {
  const list = args.copies === undefined ? null : await readCopyList(join(repo, args.copies));
  if (list === null) return args;
  return { ...args, foreign: [...args.foreign, ...list.copied.map(({ path }) => path), ...list.left] };
}
