/** Finds the invariant that an agent means. Agents shorten ids, and change their case and punctuation. */
import type { Invariant } from '../effects/issues.ts';

/** By the whole id, by `<subsystem>#<id>`, by the id alone, or by the text. `null` if none fits, or several do. */
export function findInvariant(given: string, invariants: readonly Invariant[]): Invariant | null {
  const matches = matchInvariants(given, invariants);
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** All that fit the most exact form. */
export function matchInvariants(given: string, invariants: readonly Invariant[]): readonly Invariant[] {
  const wanted = plain(given);
  if (wanted === '') return [];
  for (const form of forms) {
    const found = invariants.filter((one) => plain(form(one)) === wanted);
    if (found.length > 0) return found;
  }
  return [];
}

const forms: readonly ((invariant: Invariant) => string)[] = [
  ({ id }) => id,
  ({ id }) => id.slice(id.indexOf('/') + 1),
  ({ id }) => id.slice(id.indexOf('#') + 1),
  ({ text }) => text,
];

const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s"'`()[\]*:#/.,]+/g, ' ')
    .trim();
