/** How many implementer calls a person allows. */
import { Refusal } from '@harness/core/failure/refusal';

export function parsePasses(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const passes = Number(given);
  if (String(given).trim() === '' || !Number.isInteger(passes) || passes < 1)
    throw new Refusal('passes.too-few', { passes: String(given) });
  return passes;
}
