/** Copies a text of the checkout to `.harness/conventions.md` (W-77, W-83). */

import { readFile } from 'node:fs/promises';
import { liveConventions } from '@harness/core/checkout/session-files';
import { type Outcome, ok } from '@harness/core/failure/failure';
import type { CheckoutContext } from './context.ts';
import { resolveInside, writeFileWhole } from './file.ts';
import { linesIn } from './lines.ts';

export async function placeConventions(
  { repo }: CheckoutContext,
  { from }: { from: string },
): Promise<Outcome<{ lines: number }>> {
  const text = await readFile(resolveInside(repo, from), 'utf8');
  await writeFileWhole(repo, liveConventions, text);
  return ok({ lines: linesIn(text) });
}
