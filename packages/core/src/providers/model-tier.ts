/** The tiers `opus`, `sonnet` and `haiku`: the best, the usual and the cheap model of a provider. */
const tiers = ['opus', 'sonnet', 'haiku'] as const;

export type Tiers = Readonly<Partial<Record<(typeof tiers)[number], string>>>;

/** A name that is no tier, or a tier that the provider does not name, is passed on as it is. */
export const modelOf = (own: Tiers, name: string): string => (isTier(name) ? own[name] : undefined) ?? name;

export const isTier = (name: string): name is keyof Tiers => (tiers as readonly string[]).includes(name);
