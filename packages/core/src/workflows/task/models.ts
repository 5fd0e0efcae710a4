/** Which model each role of the task is given: presets by tier, or what a person wrote (W-62 to W-67, W-115). */
const models = ['opus', 'sonnet', 'haiku'] as const;
export type Model = (typeof models)[number];

/** A role belongs to one of these; the preset says which model each gets. */
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

/** As the state file has it: the preset `default` names no model but the verifier's (W-64). */
export type ModelConfig =
  | { readonly preset: 'default'; readonly verifier: Model }
  | ({ readonly preset: Exclude<Preset, 'default'> | 'custom'; readonly verifier: Model } & Tiers);

export const isModel = (text: string): text is Model => (models as readonly string[]).includes(text);

export function configOf(preset: Preset, verifier: Model): ModelConfig {
  return preset === 'default' ? { preset, verifier } : { preset, ...presets[preset], verifier };
}

/** `executor:opus,advisor:sonnet`: what is not named comes from balanced. Nothing when it cannot be read (W-63). */
export function readModelText(text: string, verifier: Model): ModelConfig | undefined {
  const named = text.split(',').map((part) => part.split(':').map((word) => word.trim().toLowerCase()));
  const isRight = named.every(
    ([tier = '', model = '', ...more]) => tier in presets.balanced && isModel(model) && more.length === 0,
  );
  if (!isRight || new Set(named.map(([tier]) => tier)).size !== named.length) return undefined;
  return { preset: 'custom', ...presets.balanced, ...(Object.fromEntries(named) as Partial<Tiers>), verifier };
}

/** The model of a tier, or nothing: then the provider's own holds. */
export const modelOf = (config: ModelConfig, tier: Tier): Model | null =>
  config.preset === 'default' ? null : config[tier];

/** The scanner does with less where thrift was asked for (W-85). */
export const scannerModel = (config: ModelConfig): Model | null =>
  config.preset === 'economy' ? 'haiku' : modelOf(config, 'advisor');

/** A proposal is made once, so it gets the best even where nothing was chosen (W-115). */
export const proposerModel = (config: ModelConfig): Model => modelOf(config, 'advisor') ?? 'opus';
