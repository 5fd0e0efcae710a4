/** Decides how much of the integration of a phase is checked: the higher of the planned tier and the real change (A-59). */

const tiers = ['small', 'medium', 'large'] as const;
export type IntegrationTier = (typeof tiers)[number];

/** The observed change of a phase. `null` means that it is not known, which raises no tier. */
export interface IntegrationChange {
  readonly newPackages: readonly string[] | null;
  /** New public exports. */
  readonly newExports: number | null;
  readonly changedFiles: number | null;
}

export type TierReason =
  | { readonly code: 'new-packages'; readonly packages: readonly string[] }
  | { readonly code: 'new-exports'; readonly exports: number }
  | { readonly code: 'many-files'; readonly files: number; readonly exports: number };

export interface TierDecision {
  readonly planned: IntegrationTier;
  readonly tier: IntegrationTier;
  /** Why the tier is above the planned one; `null` if it is not (A-60). */
  readonly raisedBy: TierReason | null;
}

const maxExports = 5;
const maxFiles = 15;
const maxShown = 10;

/** A plan without a tier is planned as small. */
export function decideTier(planned: IntegrationTier | null, change: IntegrationChange): TierDecision {
  const from = planned ?? 'small';
  const { tier, reason } = deriveTier(change);
  const isRaised = tiers.indexOf(tier) > tiers.indexOf(from);
  return { planned: from, tier: isRaised ? tier : from, raisedBy: isRaised ? reason : null };
}

function deriveTier(change: IntegrationChange): { readonly tier: IntegrationTier; readonly reason: TierReason | null } {
  const [packages, exports, files] = [change.newPackages ?? [], change.newExports ?? 0, change.changedFiles ?? 0];
  if (packages.length > 0)
    return { tier: 'large', reason: { code: 'new-packages', packages: packages.slice(0, maxShown) } };
  if (exports > maxExports) return { tier: 'large', reason: { code: 'new-exports', exports } };
  if (files > maxFiles && exports > 0) return { tier: 'medium', reason: { code: 'many-files', files, exports } };
  return { tier: 'small', reason: null };
}

/** A template that lists all tiers states none. */
const tierForm =
  /\bintegration tier[*_]*[ \t]*:[ \t*_`]*(small|medium|large)(?![\w-]|[ \t]*[|/][ \t]*(?:small|medium|large))/i;

/** The tier that a line in the head of a plan states; `null` if it states none. */
export function tierIn(line: string): IntegrationTier | null {
  const word = tierForm.exec(line.slice(0, 1_000))?.[1]?.toLowerCase();
  return tiers.find((tier) => tier === word) ?? null;
}
