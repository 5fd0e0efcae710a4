/** Resolves the agent settings of one role: the general settings with the overrides of the role. */
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
  const own = dropUndefined(roles[role] ?? {});
  const provider = own.provider ?? agent.provider;
  // A role with another provider does not inherit model, program and endpoint, because they belong to the provider.
  const { model, program, baseUrl, ...common } = agent;
  const isSame = provider === agent.provider && namesSameAgent(own, agent);
  const inherited = isSame ? dropUndefined({ model, program, baseUrl }) : {};
  const fromEnv = env[factsOf(provider).endpointVariable ?? ''];
  return {
    ...common,
    ...inherited,
    ...own,
    limits: { ...agent.limits, ...dropUndefined(own.limits ?? {}) },
    retry: { ...agent.retry, ...dropUndefined(own.retry ?? {}) },
    ...(fromEnv ? { baseUrl: fromEnv } : {}),
  };
}

/** Settings that name the agent behind a provider. */
const agentSettings = allFacts.flatMap(({ agentSetting }) => agentSetting ?? []) as readonly ProviderSettingName[];

const namesSameAgent = (own: Pick<AgentSettings, ProviderSettingName>, agent: AgentSettings) =>
  agentSettings.every((name) => own[name] === undefined || settingToText(own[name]) === settingToText(agent[name]));

/** Values of flags, in the form of `agent`. */
type FlagValues = Partial<Record<keyof AgentSettings, unknown>>;

/**
 * Removes overrides that a flag sets, because a flag applies to every role.
 *
 * If a flag replaces the provider of a role, its model, program and endpoint are removed too: they belong to the old provider.
 */
export const withoutFlags = (roles: Config['roles'], flags: FlagValues): Config['roles'] =>
  Object.fromEntries(
    Object.entries(roles).map(([role, own]) => {
      const { model, program, baseUrl, ...common } = own;
      const isOtherProvider =
        own.provider !== undefined && flags.provider !== undefined && own.provider !== flags.provider;
      return [role, omitFlags(isOtherProvider ? common : own, flags)];
    }),
  );

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

const omitFlags = (own: object, flags: object): object =>
  Object.fromEntries(
    Object.entries(own).flatMap(([name, value]) => {
      const flag = (flags as Readonly<Record<string, unknown>>)[name];
      if (isGroup(value) && isGroup(flag)) return [[name, omitFlags(value, flag)]];
      return flag === undefined ? [[name, value]] : [];
    }),
  );

/** Removes undefined values, so that they do not override others. */
const dropUndefined = <Settings extends object>(
  settings: Settings,
): { [Key in keyof Settings]?: Exclude<Settings[Key], undefined> } =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as never;
