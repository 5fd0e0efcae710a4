/**
 * Compares looks at the running product: answers of its addresses, or its pages.
 *
 *   P1. A witness is an address that is right with the change, and shows something else without it.
 *   P2. An address that differs between two looks at the same commit proves nothing: it may show the time.
 *   P3. An address without an answer proves nothing: a product that does not start differs from every other.
 */

/** One look: what each address showed, as a short text to compare. */
export interface ProductLook {
  readonly right: Readonly<Record<string, string>>;
  /** Addresses that answered, but not as they should. */
  readonly wrong: Readonly<Record<string, string>>;
}

/** Base and change in turn: what changes with the time then also changes between two looks at the base. */
export const lookOrder = ['base', 'change', 'base', 'change'] as const;

/** Addresses that are witnesses after these looks, in `lookOrder`. */
export function differingAddresses(looks: readonly ProductLook[]): readonly string[] {
  const [before = nothingSeen, after = nothingSeen, ...later] = looks;
  return Object.keys(after.right).filter((address) => {
    const [base, change] = [shownAt(before, address), shownAt(after, address)];
    if (base === undefined || base === change) return false; // P1, P3
    return later.every((look, at) => shownAt(look, address) === (lookOrder[at] === 'base' ? base : change)); // P2
  });
}

const nothingSeen: ProductLook = { right: {}, wrong: {} };

const shownAt = ({ right, wrong }: ProductLook, address: string): string | undefined =>
  right[address] ?? wrong[address];
