/** Checks, opens and prices `claude`. */
import { claude } from '@harness/core/providers/claude';
import { findClaudeCredential } from '@harness/effects/agent/claude/credential';
import {
  claudePackage,
  claudeRange,
  claudeUpdate,
  findClaudeInstallation,
} from '@harness/effects/agent/claude/installed';
import { knownClaudeCost } from '@harness/effects/agent/claude/prices';
import { addOnMissing } from '../add-on-missing.ts';
import { readEndpoint } from '../endpoint.ts';
import { packageState } from '../package-state.ts';
import type { ProviderParts } from '../provider-module.ts';

export const parts: ProviderParts = {
  state(settings, environment) {
    const found = findClaudeCredential(environment);
    const credential = found.is === 'key' ? `${found.name} is set` : found.is === 'login' ? 'logged in' : undefined;
    const { sdk, program } = findClaudeInstallation({ configured: settings.program, environment });
    if (sdk === undefined) {
      const refusal = addOnMissing('claude');
      return { found: 'the Agent SDK is not installed', refusal };
    }
    const commands = { install: claudePackage, update: claudeUpdate, login: 'auth login' };
    return packageState({
      provider: 'claude',
      sdk: `Agent SDK ${sdk}`,
      program,
      range: claudeRange,
      credential,
      ...commands,
    });
  },
  async open({ program: configured, baseUrl, binary, turns, effort }, environment) {
    const { program } = findClaudeInstallation({ configured, environment });
    const endpoint = readEndpoint(claude.endpointVariable, baseUrl, environment);
    const { claudeProvider } = await import('@harness/effects/agent/claude/provider');
    const own = program.is === 'found' ? program.program : undefined;
    return { provider: claudeProvider({ program: own, baseUrl: endpoint, retries: binary, turns, effort }) };
  },
  costOf: knownClaudeCost,
};
