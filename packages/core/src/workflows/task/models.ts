/** Chooses the model of each role: presets by tier, or free text (W-62 to W-67, W-115). */
const models = ['opus', 'sonnet', 'haiku'] as const;
export type Model = (typeof models)[number];

export type Tier = 'executor' | 'advisor' | 'evaluator';

type Tiers = Readonly<Record<Tier, Model>>;

export const presets = {
  default: null,
  'all-opus': { executor: 'opus', advisor: 'opus', evaluator: 'opus' },
  balanced: { executor: 'sonnet', advisor: 'opus', evaluator: 'opus' },
  economy: { executor: 'haiku', advisor: 'sonnet', evaluator: 'sonnet' },
} as const satisfies Record<string, Tiers | null>;
export type Preset = keyof typeof presets;
export const presetNames = Object.keys(presets) as readonly Preset[];

/** The form of the state file. The preset `default` names only the verifier's model (W-64). */
export type ModelConfig =
  | { readonly preset: 'default'; readonly verifier: Model }
  | ({ readonly preset: Exclude<Preset, 'default'> | 'custom'; readonly verifier: Model } & Tiers);

export const isModel = (text: string): text is Model => (models as readonly string[]).includes(text);

export function configOf(preset: Preset, verifier: Model): ModelConfig {
  return preset === 'default' ? { preset, verifier } : { preset, ...presets[preset], verifier };
}

/** Parses `executor:opus,advisor:sonnet`; missing tiers come from balanced. `undefined` if invalid (W-63). */
export function readModelText(text: string, verifier: Model): ModelConfig | undefined {
  const named = text.split(',').map((part) => part.split(':').map((word) => word.trim().toLowerCase()));
  const isRight = named.every(
    ([tier = '', model = '', ...more]) => tier in presets.balanced && isModel(model) && more.length === 0,
  );
  if (!isRight || new Set(named.map(([tier]) => tier)).size !== named.length) return undefined;
  return { preset: 'custom', ...presets.balanced, ...(Object.fromEntries(named) as Partial<Tiers>), verifier };
}

/** The model of a tier; `null` means the provider's default. */
export const taskModelOf = (config: ModelConfig, tier: Tier): Model | null =>
  config.preset === 'default' ? null : config[tier];

/** The preset economy uses the cheapest model for the scan (W-85). */
export const scannerModel = (config: ModelConfig): Model | null =>
  config.preset === 'economy' ? 'haiku' : taskModelOf(config, 'advisor');

/** A session has one proposal, so it gets the best model even if none was chosen (W-115). */
export const proposerModel = (config: ModelConfig): Model => taskModelOf(config, 'advisor') ?? 'opus';
