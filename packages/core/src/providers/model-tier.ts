/** What a workflow means by `opus`, `sonnet` and `haiku`: the best, the usual and the cheap model of whoever is asked. */
import type { AcpAgentName } from '../config/acp.ts';
import type { ProviderName } from '../config/agent.ts';

type Asked = ProviderName | AcpAgentName;

/** Names without a version are the provider's own word for the newest of its kind. */
const tiers: Readonly<Record<string, Readonly<Partial<Record<Asked, string>>>>> = {
  opus: { claude: 'opus', codex: 'gpt-6-astra', gemini: 'pro' },
  sonnet: { claude: 'sonnet', codex: 'gpt-6.1-sol', gemini: 'flash' },
  haiku: { claude: 'haiku', codex: 'gpt-6-luna', gemini: 'flash-lite' },
};

/** A name that is no tier is a model's own name. */
export const modelOf = (provider: Asked, name: string): string => tiers[name]?.[provider] ?? name;

/** Somebody who has no word for a tier is left with their own default. */
export const isTier = (name: string): boolean => Object.hasOwn(tiers, name);
