/** Why a mission asks for a person: `<kind>:<about>` where the harness says so, else the words of the orchestrator. */

const reasonKinds = [
  ...(['attempts', 'blocked', 'nothing-can-go-on'] as const),
  ...(['smoke', 'pull', 'checkout', 'dependencies'] as const),
] as const;
export type ReasonKind = (typeof reasonKinds)[number];

export const formatReason = (kind: ReasonKind, ...about: readonly string[]): string => [kind, ...about].join(':');

/** Nothing where somebody said it in words of their own. */
export function parseReason(reason: string): { readonly kind: ReasonKind; readonly about: string } | null {
  const [first = '', ...about] = reason.split(':');
  const kind = reasonKinds.find((one) => one === first);
  return kind === undefined ? null : { kind, about: about.join(':').replaceAll(',', ', ') };
}
