/** Maps the tiers `opus`, `sonnet` and `haiku` to a provider's best, usual and cheap model. */
const tiers = ['opus', 'sonnet', 'haiku'] as const;

export type Tiers = Readonly<Partial<Record<(typeof tiers)[number], string>>>;

/** Returns the name unchanged if it is no tier, or if the provider has no model for it. */
export const modelOf = (own: Tiers, name: string): string => (isTier(name) ? own[name] : undefined) ?? name;

export const isTier = (name: string): name is keyof Tiers => (tiers as readonly string[]).includes(name);
