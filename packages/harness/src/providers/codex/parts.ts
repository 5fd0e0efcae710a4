/** Checks, opens and prices `codex`. */
import { codex } from '@harness/core/providers/codex';
import { findCodexCredential, keyName } from '@harness/effects/agent/codex/credential';
import { codexPackage, codexRange, codexUpdate, findCodexProgram } from '@harness/effects/agent/codex/installed';
import { knownCodexCost } from '@harness/effects/agent/codex/prices';
import { readEndpoint } from '../endpoint.ts';
import { packageState } from '../package-state.ts';
import type { ProviderParts } from '../provider-module.ts';

export const parts: ProviderParts = {
  state(settings, environment) {
    const { is } = findCodexCredential(environment);
    const credential = is === 'key' ? `${keyName} is set` : is === 'login' ? 'logged in' : undefined;
    return packageState({
      provider: 'codex',
      sdk: 'Codex SDK',
      program: findCodexProgram({ configured: settings.program, environment }),
      range: codexRange,
      install: codexPackage,
      update: codexUpdate,
      credential,
      login: 'login',
    });
  },
  async open({ program, baseUrl, binary, turns, effort }, environment) {
    const endpoint = readEndpoint(codex.endpointVariable, baseUrl, environment);
    const { codexProvider } = await import('@harness/effects/agent/codex/provider');
    return { provider: codexProvider({ program, baseUrl: endpoint, retries: binary, turns, effort }) };
  },
  costOf: knownCodexCost,
};
