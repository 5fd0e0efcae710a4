/** Reads the endpoint of an agent: first the environment of this command (also on resume), then the configuration. */
import { Refusal } from '@harness/core/failure/refusal';

/** `undefined` if neither sets one: then the provider's default applies. */
export function readEndpoint(
  variable = 'agent.baseUrl',
  configured: string,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const endpoint = environment[variable]?.trim() || configured;
  if (endpoint === '') return undefined;
  if (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)) return endpoint;
  throw new Refusal('config.invalid', { path: 'of this command', problems: `${variable} is not a URL.` });
}
