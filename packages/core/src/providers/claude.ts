/** Facts of the provider `claude`. */
import type { ProviderFacts } from './provider-facts.ts';

export const claude = {
  about: 'the Claude Agent SDK',
  endpointVariable: 'ANTHROPIC_BASE_URL',
  keyVariables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  // Names without a version select the newest model of each tier.
  tiers: { opus: 'opus', sonnet: 'sonnet', haiku: 'haiku' },
  hosts: ['https://api.anthropic.com', 'https://console.anthropic.com', 'https://platform.claude.com'],
  programFolders: ['.local/share/claude/versions'],
  loginFolders: ['.claude'],
  repositorySettings: ['.claude', '.mcp.json'],
} as const satisfies ProviderFacts;
