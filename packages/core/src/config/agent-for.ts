/** What holds for one role: the settings of all agents, with what the role does differently over them. */
import type { RoleId } from '../role-ids.ts';
import type { ProviderName } from './agent.ts';
import type { Environment } from './environment.ts';
import type { Config } from './schema.ts';

type AgentSettings = Config['agent'];

/** Where a provider's own tools look for the endpoint; it wins over the file, as every variable does. */
export const endpointVariables: Readonly<Partial<Record<ProviderName, string>>> = {
  claude: 'ANTHROPIC_BASE_URL',
  codex: 'OPENAI_BASE_URL',
};

export function agentFor(
  { agent, roles }: Pick<Config, 'agent' | 'roles'>,
  role: RoleId,
  env: Environment,
): AgentSettings {
  const own = said(roles[role] ?? {});
  const provider = own.provider ?? agent.provider;
  // Model and endpoint belong to a provider: a role that has another one does not inherit them.
  const { model, baseUrl, ...common } = agent;
  const inherited = provider === agent.provider ? said({ model, baseUrl }) : {};
  const fromEnv = env[endpointVariables[provider] ?? ''];
  return {
    ...common,
    ...inherited,
    ...own,
    limits: { ...agent.limits, ...said(own.limits ?? {}) },
    retry: { ...agent.retry, ...said(own.retry ?? {}) },
    ...(fromEnv ? { baseUrl: fromEnv } : {}),
  };
}

/** Without what was said to be undefined: that must not cover what is below. */
const said = <Settings extends object>(
  settings: Settings,
): { [Key in keyof Settings]?: Exclude<Settings[Key], undefined> } =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as never;
