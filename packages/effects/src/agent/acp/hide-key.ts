/** The key of an agent whose endpoint a gateway can stand before stays behind it: the agent, and every command it runs, sees a token. */
import { travelOf } from '../claude/credential.ts';
import { type Gateway, openGateway } from '../key-gateway.ts';
import type { AcpAgent } from './agent.ts';
import type { Credential } from './credential.ts';

/** They travel in a header of their own; a token of a subscription is more than a header. */
const inHeaders = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] as const;

export interface HiddenKey {
  readonly gateway: Gateway;
  /** What the agent is told in place of the key. */
  readonly told: Readonly<Record<string, string>>;
}

/** Nothing when the agent has to hold its key itself. */
export async function hideKey(
  { gateway: endpoint }: AcpAgent,
  credential: Credential,
  baseUrl: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<HiddenKey | undefined> {
  const name = inHeaders.find((one) => credential.is === 'keys' && credential.names[0] === one);
  if (endpoint === undefined || name === undefined) return undefined;
  const gateway = await openGateway(baseUrl ?? endpoint, { ...travelOf[name], value: environment[name]?.trim() ?? '' });
  return { gateway, told: { [name]: gateway.token } };
}
