/** Checks, opens and prices `codex`. */
import { codex } from '@harness/core/providers/codex';
import { findCodexCredential, keyName } from '@harness/effects/agent/codex/credential';
import { findCodexInstallation } from '@harness/effects/agent/codex/installed';
import { knownCodexCost } from '@harness/effects/agent/codex/prices';
import { readEndpoint } from '../endpoint.ts';
import { packageState } from '../package-state.ts';
import type { ProviderParts } from '../provider-module.ts';

export const parts: ProviderParts = {
  state(_, environment) {
    const { is } = findCodexCredential(environment);
    const credential = is === 'key' ? `${keyName} is set` : is === 'login' ? 'logged in' : undefined;
    return packageState({
      provider: 'codex',
      sdk: 'Codex SDK',
      installed: findCodexInstallation(),
      credential,
      login: 'login',
    });
  },
  async open({ baseUrl, binary, turns, effort }, environment) {
    const endpoint = readEndpoint(codex.endpointVariable, baseUrl, environment);
    const { codexProvider } = await import('@harness/effects/agent/codex/provider');
    return { provider: codexProvider({ baseUrl: endpoint, retries: binary, turns, effort }) };
  },
  costOf: knownCodexCost,
};
