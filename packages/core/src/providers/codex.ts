/** Facts of the provider `codex`. */
import type { ProviderFacts } from './provider-facts.ts';

export const codex = {
  about: 'the Codex SDK',
  endpointVariable: 'OPENAI_BASE_URL',
  keyVariables: ['OPENAI_API_KEY'],
  tiers: { opus: 'gpt-6-astra', sonnet: 'gpt-6.1-sol', haiku: 'gpt-6-luna' },
  hosts: ['https://api.openai.com', 'https://chatgpt.com', 'https://auth.openai.com'],
  loginFolders: ['.codex'],
  repositorySettings: ['.codex'],
} as const satisfies ProviderFacts;
