/** Looks into a proposed patch (W-117, W-118). It reads, and changes nothing. */
import { namesIn, readDiff } from '@harness/core/checkout/diff';
import { readPatchText } from '@harness/core/checkout/patch';
import type { PatchFound } from '@harness/core/effects/checkout';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { ownRedactor } from '../secret/redactor.ts';
import type { CheckoutContext } from './context.ts';
import { readText } from './file.ts';

export async function readPatch({ repo }: CheckoutContext, { path }: { path: string }): Promise<Outcome<PatchFound>> {
  const markdown = await readText(repo, path);
  if (markdown === null) return ok({ is: 'missing' });
  const patch = readPatchText(markdown);
  if (patch === null) return ok({ is: 'empty' });
  return ok({ is: 'patch', summary: ownRedactor().text(patch.summary), files: namesIn(readDiff(patch.diff)) });
}
