/** Checks whether a docs folder may be emptied: by its characters and by the files on the disk (W-139, W-140). */
import { lstat } from 'node:fs/promises';
import { toFolderPath } from '@harness/core/checkout/change';
import { checkDocsPath, type DocsFault } from '@harness/core/checkout/docs-guard';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { resolveContained } from '../contained-path.ts';
import { nullIfMissing } from '../file/file-system.ts';
import type { CheckoutContext } from './context.ts';

export type DocsGuardResult =
  | { readonly safe: true; readonly target: string }
  | { readonly safe: false; readonly why: DocsFault };

export const performGuardDocs = async (
  { repo }: CheckoutContext,
  { docsPath }: { docsPath: string },
): Promise<Outcome<DocsGuardResult>> => ok(await checkDocsFolder(repo, docsPath));

export async function checkDocsFolder(repo: string, docsPath: string): Promise<DocsGuardResult> {
  const fault = checkDocsPath(docsPath);
  if (fault !== null) return { safe: false, why: fault };
  const contained = resolveContained(repo, docsPath);
  if (!contained.ok) return { safe: false, why: contained.why === 'git' ? 'owned' : contained.why };
  const found = await lstat(contained.path).catch(nullIfMissing);
  return found !== null && !found.isDirectory()
    ? { safe: false, why: 'file' }
    : { safe: true, target: toFolderPath(docsPath) };
}
