/** Whether an agent that speaks the protocol can be asked on this machine, as the command refuses it and as `doctor` tells it. */
import type { AcpChoice } from '@harness/core/config/acp';
import { Refusal } from '@harness/core/failure/refusal';
import { acpAgent } from '@harness/effects/agent/acp/agents';
import { credentialIn } from '@harness/effects/agent/acp/credential';
import { programOf } from '@harness/effects/agent/acp/installed';
import { shellQuote } from '../render/shell-quote.ts';
import type { ProviderState } from './provider-state.ts';

/** Of a program that nobody knows only its presence can be told: what it is paid with is its own business. */
export function acpState(choice: AcpChoice, environment: NodeJS.ProcessEnv): ProviderState {
  const agent = acpAgent(choice);
  const { name, program, package: from = '', keys, login = '' } = agent;
  const path = programOf(program, environment);
  if (path === undefined) {
    const refusal = new Refusal('provider.no-program', { provider: name, program: shellQuote(program), package: from });
    return { found: `there is no program ${program}`, refusal };
  }
  if (keys.length === 0) return { found: `${name} is ${path}`, refusal: undefined };
  const credential = credentialIn(agent, environment);
  if (credential.is === 'keys') return { found: `${name}, ${credential.names.join(', ')} is set`, refusal: undefined };
  if (credential.is === 'login') return { found: `${name}, logged in`, refusal: undefined };
  const refusal = new Refusal('provider.no-key', { provider: name, keys: keys.join(', '), login });
  return { found: `${name}; none of ${keys.join(', ')} is set, and nobody is logged in`, refusal };
}
