/** Formats the reason of an escalation: `<kind>:<about>` from the harness, or the orchestrator's own words. */

const reasonKinds = [
  ...(['attempts', 'blocked', 'nothing-can-go-on'] as const),
  ...(['smoke', 'pull', 'checkout', 'dependencies', 'red-base'] as const),
] as const;
export type ReasonKind = (typeof reasonKinds)[number];

export const formatReason = (kind: ReasonKind, ...about: readonly string[]): string => [kind, ...about].join(':');

/** `null` if the reason is in the orchestrator's own words. */
export function parseReason(reason: string): { readonly kind: ReasonKind; readonly about: string } | null {
  const [first = '', ...about] = reason.split(':');
  const kind = reasonKinds.find((one) => one === first);
  return kind === undefined ? null : { kind, about: about.join(':').replaceAll(',', ', ') };
}
