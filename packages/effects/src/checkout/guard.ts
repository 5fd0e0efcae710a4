/** Whether a docs folder may be emptied: by its letters, and by what is on the disk (W-139, W-140). */
import { lstat } from 'node:fs/promises';
import { asFolder } from '@harness/core/checkout/change';
import { type DocsFault, docsFault } from '@harness/core/checkout/docs-guard';
import { type Outcome, ok } from '@harness/core/failure';
import { contain } from '../contain.ts';
import { absent } from '../git/folder.ts';
import type { CheckoutWork } from './work.ts';

export type Guarded =
  | { readonly safe: true; readonly target: string }
  | { readonly safe: false; readonly why: DocsFault };

export const guardDocs = async (
  { repo }: CheckoutWork,
  { docsPath }: { docsPath: string },
): Promise<Outcome<Guarded>> => ok(await guarded(repo, docsPath));

export async function guarded(repo: string, docsPath: string): Promise<Guarded> {
  const fault = docsFault(docsPath);
  if (fault !== null) return { safe: false, why: fault };
  const contained = contain(repo, docsPath);
  if (!contained.ok) return { safe: false, why: contained.why === 'git' ? 'owned' : contained.why };
  const found = await lstat(contained.path).catch(absent);
  return found !== null && !found.isDirectory()
    ? { safe: false, why: 'file' }
    : { safe: true, target: asFolder(docsPath) };
}
