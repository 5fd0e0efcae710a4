/** Copies a text of the checkout to `.harness/conventions.md` (W-77, W-83). */
import { readFile } from 'node:fs/promises';
import { type Outcome, ok } from '@harness/core/failure';
import { inside, placeFile } from './file.ts';
import { linesIn } from './lines.ts';
import type { CheckoutWork } from './work.ts';

export async function placeConventions(
  { repo }: CheckoutWork,
  { from }: { from: string },
): Promise<Outcome<{ lines: number }>> {
  const text = await readFile(inside(repo, from), 'utf8');
  await placeFile(repo, '.harness/conventions.md', text);
  return ok({ lines: linesIn(text) });
}
