/** Checks, opens and prices `claude`. */
import { claude } from '@harness/core/providers/claude';
import { findClaudeCredential } from '@harness/effects/agent/claude/credential';
import { findClaudeInstallation } from '@harness/effects/agent/claude/installed';
import { knownClaudeCost } from '@harness/effects/agent/claude/prices';
import { readEndpoint } from '../endpoint.ts';
import { packageState } from '../package-state.ts';
import type { ProviderParts } from '../provider-module.ts';

export const parts: ProviderParts = {
  state(_, environment) {
    const found = findClaudeCredential(environment);
    const credential = found.is === 'key' ? `${found.name} is set` : found.is === 'login' ? 'logged in' : undefined;
    const installed = findClaudeInstallation();
    return packageState({ provider: 'claude', sdk: 'Agent SDK', installed, credential, login: 'auth login' });
  },
  async open({ baseUrl, binary, turns, effort }, environment) {
    const endpoint = readEndpoint(claude.endpointVariable, baseUrl, environment);
    const { claudeProvider } = await import('@harness/effects/agent/claude/provider');
    return { provider: claudeProvider({ baseUrl: endpoint, retries: binary, turns, effort }) };
  },
  costOf: knownClaudeCost,
};
