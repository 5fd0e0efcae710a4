/** What holds for one role: the settings of all agents, with what the role does differently over them. */
import { allFacts, factsOf, type ProviderSettingName } from '../providers/providers.ts';
import type { RoleId } from '../role/role-ids.ts';
import type { Environment } from './environment.ts';
import { settingToText } from './provider-settings.ts';
import type { Config } from './schema.ts';

type AgentSettings = Config['agent'];

export function resolveRoleAgent(
  { agent, roles }: Pick<Config, 'agent' | 'roles'>,
  role: RoleId,
  env: Environment,
): AgentSettings {
  const own = said(roles[role] ?? {});
  const provider = own.provider ?? agent.provider;
  // Model and endpoint belong to whoever is asked: a role that asks another one does not inherit them.
  const { model, baseUrl, ...common } = agent;
  const isSame = provider === agent.provider && namesSameAgent(own, agent);
  const inherited = isSame ? said({ model, baseUrl }) : {};
  const fromEnv = env[factsOf(provider).endpointVariable ?? ''];
  return {
    ...common,
    ...inherited,
    ...own,
    limits: { ...agent.limits, ...said(own.limits ?? {}) },
    retry: { ...agent.retry, ...said(own.retry ?? {}) },
    ...(fromEnv ? { baseUrl: fromEnv } : {}),
  };
}

/** The settings that name the agent behind a provider. */
const agentSettings = allFacts.flatMap(({ agentSetting }) => agentSetting ?? []) as readonly ProviderSettingName[];

const namesSameAgent = (own: Pick<AgentSettings, ProviderSettingName>, agent: AgentSettings) =>
  agentSettings.every((name) => own[name] === undefined || settingToText(own[name]) === settingToText(agent[name]));

/** What flags said, in the form of `agent`. */
type Flagged = Partial<Record<keyof AgentSettings, unknown>>;

/**
 * What the roles do differently, without what a flag said: a flag is said for this one command, and holds for every role.
 * Model and endpoint go with their provider: whoever is asked instead does not know them.
 */
export const withoutFlags = (roles: Config['roles'], flags: Flagged): Config['roles'] =>
  Object.fromEntries(
    Object.entries(roles).map(([role, own]) => {
      const { model, baseUrl, ...common } = own;
      const isOthers = own.provider !== undefined && flags.provider !== undefined && own.provider !== flags.provider;
      return [role, without(isOthers ? common : own, flags)];
    }),
  );

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

const without = (own: object, flags: object): object =>
  Object.fromEntries(
    Object.entries(own).flatMap(([name, value]) => {
      const flag = (flags as Readonly<Record<string, unknown>>)[name];
      if (isGroup(value) && isGroup(flag)) return [[name, without(value, flag)]];
      return flag === undefined ? [[name, value]] : [];
    }),
  );

/** Without what was said to be undefined: that must not cover what is below. */
const said = <Settings extends object>(
  settings: Settings,
): { [Key in keyof Settings]?: Exclude<Settings[Key], undefined> } =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as never;
