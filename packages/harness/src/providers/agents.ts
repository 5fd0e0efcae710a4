/** Finds the agent of each role of a run. Refuses every problem before the run starts. */
import { rolesOf } from '@harness/core/role/role-ids';
import type { Provider } from '@harness/effects/agent/provider';
import type { Script } from '@harness/effects/agent/scripted/script';
import type { AgentSettings } from '../settings/agent-settings.ts';
import { resolveRoleSettings, type Settings } from '../settings/settings.ts';
import { providerModules } from './list.ts';
import type { ProgramWarning } from './program-warning.ts';
import type { OpenedAgent } from './provider-module.ts';

export interface RoleAgents {
  providerFor(role: string): Provider;
  /** Scripted people who answer questions; empty without a script. */
  readonly people: Script['people'];
}

/** For a run that calls no agent: a call throws. */
export const noAgents: RoleAgents = {
  people: [],
  providerFor: (role) => {
    throw new Error(`Nobody answers ${role}`);
  },
};

/** Opens only the providers that the roles of the workflow use. */
export async function resolveAgents(
  settings: Settings,
  workflow: string,
  warn: (warning: ProgramWarning) => void = () => undefined,
): Promise<RoleAgents> {
  const roles: readonly string[] = rolesOf(workflow);
  const needed = roles.filter((role) => !isOptional(role)).map((role) => resolveRoleSettings(settings, role));
  const optional = roles.filter(isOptional).map((role) => resolveRoleSettings(settings, role));
  const agents = new Map<string, OpenedAgent>();
  for (const one of needed.length === 0 ? [settings] : needed)
    if (!agents.has(keyOf(one))) agents.set(keyOf(one), await openAgent(one, warn));
  for (const one of optional)
    if (!agents.has(keyOf(one)) && (await isAvailable(one))) agents.set(keyOf(one), await openAgent(one, warn));
  return {
    people: [...agents.values()].flatMap(({ people = [] }) => people),
    providerFor(role) {
      const agent = agents.get(keyOf(resolveRoleSettings(settings, role)));
      if (!agent) throw new Error(`Nobody answers ${role}`);
      return agent.provider;
    },
  };
}

/** Only runs with independent acceptance tests call their writer: the others must not need its provider. */
const isOptional = (role: string): boolean => role.endsWith('.acceptance-writer');

async function isAvailable(settings: AgentSettings): Promise<boolean> {
  const { parts } = await providerModules[settings.provider].load();
  return !parts.state(settings, process.env).refusal;
}

const keyOf = (settings: AgentSettings) =>
  JSON.stringify([settings.provider, ...providerModules[settings.provider].agentKey(settings)]);

async function openAgent(settings: AgentSettings, warn: (warning: ProgramWarning) => void): Promise<OpenedAgent> {
  const { parts } = await providerModules[settings.provider].load();
  const { refusal, warning } = parts.state(settings, process.env);
  if (refusal) throw refusal;
  if (warning) warn(warning);
  return parts.open(settings, process.env);
}
