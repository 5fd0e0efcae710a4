/** How `echo` is checked and opened. */
import { Refusal } from '@harness/core/failure/refusal';
import { echo } from '@harness/core/providers/echo';
import { readEndpoint } from '../endpoint.ts';
import type { ProviderParts } from '../provider-module.ts';

const [key] = echo.keyVariables;

export const parts: ProviderParts = {
  state(_, environment) {
    if (environment[key]) return { found: `${key} is set`, refusal: undefined };
    const refusal = new Refusal('provider.no-key', { provider: 'echo', keys: key, login: 'harness doctor' });
    return { found: `${key} is not set`, refusal };
  },
  async open({ echoReply, baseUrl }, environment) {
    readEndpoint(echo.endpointVariable, baseUrl, environment);
    const { echoProvider } = await import('@harness/effects/agent/echo/provider');
    return { provider: echoProvider(echoReply) };
  },
};
