/** Hides the key behind a gateway if the agent's endpoint can be set: the agent and its commands see only a token. */
import { keyHeaders } from '../claude/credential.ts';
import { type Gateway, openGateway } from '../key-gateway.ts';
import type { AcpAgent } from './agent.ts';
import type { AcpCredential } from './credential.ts';

/** Keys that are sent in a header. A subscription token needs more than a header, so it is not hidden. */
const inHeaders = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] as const;

export interface HiddenKey {
  readonly gateway: Gateway;
  /** Variables that replace the key. */
  readonly told: Readonly<Record<string, string>>;
}

/** Returns `undefined` if the agent must have the key itself. */
export async function hideKey(
  { gateway: endpoint }: AcpAgent,
  credential: AcpCredential,
  baseUrl: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<HiddenKey | undefined> {
  const name = inHeaders.find((one) => credential.is === 'keys' && credential.names[0] === one);
  if (endpoint === undefined || name === undefined) return undefined;
  const gateway = await openGateway(baseUrl ?? endpoint, {
    ...keyHeaders[name],
    value: environment[name]?.trim() ?? '',
  });
  return { gateway, told: { [name]: gateway.token } };
}
