/** What a workflow means by `opus`, `sonnet` and `haiku`: the best, the usual and the cheap model of whoever is asked. */
import type { ProviderName } from './config/agent.ts';

/** Names without a version are the provider's own word for the newest of its kind. */
const tiers: Readonly<Record<string, Readonly<Partial<Record<ProviderName, string>>>>> = {
  opus: { claude: 'opus', codex: 'gpt-6-astra' },
  sonnet: { claude: 'sonnet', codex: 'gpt-6.1-sol' },
  haiku: { claude: 'haiku', codex: 'gpt-6-luna' },
};

/** A name that is no tier is a model's own name. */
export const modelOf = (provider: ProviderName, name: string): string => tiers[name]?.[provider] ?? name;
