/** Checks and opens an agent of the Agent Client Protocol. */
import { Refusal } from '@harness/core/failure/refusal';
import { acpAgents } from '@harness/core/providers/acp';
import { type AcpChoice, parseAcpChoice } from '@harness/core/providers/acp-choice';
import { acpAgent } from '@harness/effects/agent/acp/agents';
import { findAcpCredential } from '@harness/effects/agent/acp/credential';
import { programOf } from '@harness/effects/agent/acp/installed';
import { shellQuote } from '../../render/shell-quote.ts';
import { readEndpoint } from '../endpoint.ts';
import type { ProviderParts, ProviderState } from '../provider-module.ts';

const known = acpAgents.join(', ');

export const parts: ProviderParts = {
  state({ acp }, environment) {
    const choice = parseAcpChoice(acp);
    if (choice !== undefined) return stateOf(choice, environment);
    const refusal = new Refusal('provider.unnamed', {
      provider: 'acp',
      setting: 'acp',
      known,
      example: acpAgents[0],
    });
    return { found: 'no agent is configured', refusal };
  },
  examine: (settings, environment) =>
    settings.acp === '' ? stateOfAll(environment) : parts.state(settings, environment),
  async open({ acp, baseUrl, binary, turns, effort }, environment) {
    const agent = acpAgent(parseAcpChoice(acp) as AcpChoice);
    const endpoint = readEndpoint(agent.endpoint, baseUrl, environment);
    const { acpProvider } = await import('@harness/effects/agent/acp/provider');
    return { provider: acpProvider({ agent, baseUrl: endpoint, retries: binary, turns, effort }) };
  },
};

/** For an unknown program only its existence is checked: its login is not known. */
function stateOf(choice: AcpChoice, environment: NodeJS.ProcessEnv): ProviderState {
  const agent = acpAgent(choice);
  const { name, program, package: from = '', keys, login = '' } = agent;
  const path = programOf(program, environment);
  if (path === undefined) {
    const refusal = new Refusal('provider.no-program', { provider: name, program: shellQuote(program), package: from });
    return { found: `the program ${program} was not found`, refusal };
  }
  if (keys.length === 0) return { found: `${name} is ${path}`, refusal: undefined };
  const credential = findAcpCredential(agent, environment);
  if (credential.is === 'keys') return { found: `${name}, ${credential.names.join(', ')} is set`, refusal: undefined };
  if (credential.is === 'login') return { found: `${name}, logged in`, refusal: undefined };
  const refusal = new Refusal('provider.no-key', { provider: name, keys: keys.join(', '), login });
  return { found: `${name}; none of ${keys.join(', ')} is set, and there is no login`, refusal };
}

/** If no agent is configured: all installed agents, or the first problem if none of them can be called. */
function stateOfAll(environment: NodeJS.ProcessEnv): ProviderState {
  const states = acpAgents.map((name) => stateOf(name, environment));
  const installed = states.filter(({ refusal }) => refusal?.code !== 'provider.no-program');
  const found = installed.map((state) => state.found).join('; ') || `none of ${known} is installed`;
  const isUsable = installed.some(({ refusal }) => refusal === undefined);
  return { found, refusal: isUsable ? undefined : [...installed, ...states][0]?.refusal };
}
