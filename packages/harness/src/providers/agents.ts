/** Who answers each role of a run. Everything that can be wrong with it is said before a run is made. */
import { acpAgents, acpIn } from '@harness/core/config/acp';
import { endpointVariables } from '@harness/core/config/role-agent';
import { Refusal } from '@harness/core/failure/refusal';
import { rolesOf } from '@harness/core/role/role-ids';
import type { Provider } from '@harness/effects/agent/provider';
import { scriptedProvider } from '@harness/effects/agent/scripted/provider';
import { readScript, type Script } from '@harness/effects/agent/scripted/script';
import { ScriptError } from '@harness/effects/agent/scripted/source';
import { type AgentSettings, resolveSettings, type Settings } from '../settings/settings.ts';
import { acpState } from './acp-state.ts';
import { providerState } from './provider-state.ts';

export interface RoleAgents {
  providerFor(role: string): Provider;
  /** The people of a rehearsal; nobody without a script. */
  readonly people: Script['people'];
}

/** For a run that calls none: asking one is a loud mistake. */
export const noAgents: RoleAgents = {
  people: [],
  providerFor: (role) => {
    throw new Error(`Nobody answers ${role}`);
  },
};

interface Agent {
  readonly provider: Provider;
  readonly people: Script['people'];
}

/** Only who is really asked has to be there: a provider that all roles of the workflow do without is not missed. */
export async function resolveAgents(settings: Settings, workflow: string): Promise<RoleAgents> {
  const roles: readonly string[] = rolesOf(workflow);
  const asked = roles.length === 0 ? [settings] : roles.map((role) => resolveSettings(settings, role));
  const agents = new Map<string, Agent>();
  for (const one of asked) if (!agents.has(nameOf(one))) agents.set(nameOf(one), await agentOf(one));
  return {
    people: [...agents.values()].flatMap(({ people }) => people),
    providerFor(role) {
      const agent = agents.get(nameOf(resolveSettings(settings, role)));
      if (!agent) throw new Error(`Nobody answers ${role}`);
      return agent.provider;
    },
  };
}

/** Two roles with the same script share one, so that its answers are counted together. */
const nameOf = ({ provider, acp, script, baseUrl, binary, turns, effort }: AgentSettings) =>
  JSON.stringify(provider === 'scripted' ? [provider, script] : [provider, acp, baseUrl, binary, turns, effort]);

async function agentOf(settings: AgentSettings): Promise<Agent> {
  const { provider, script } = settings;
  if (provider === 'scripted') return scripted(script);
  if (provider === 'claude') return { provider: await claude(settings), people: [] };
  if (provider === 'codex') return { provider: await codex(settings), people: [] };
  return { provider: await speaking(settings), people: [] };
}

/** Its package is loaded only when it is asked: it is large, and most commands ask nobody. */
async function claude({ baseUrl, binary, turns, effort }: AgentSettings): Promise<Provider> {
  const { refusal } = providerState('claude', process.env);
  if (refusal) throw refusal;
  const endpoint = endpointOf(endpointVariables.claude, baseUrl);
  const { claudeProvider } = await import('@harness/effects/agent/claude/provider');
  return claudeProvider({ baseUrl: endpoint, retries: binary, turns, effort });
}

async function codex({ baseUrl, binary, turns, effort }: AgentSettings): Promise<Provider> {
  const { refusal } = providerState('codex', process.env);
  if (refusal) throw refusal;
  const endpoint = endpointOf(endpointVariables.codex, baseUrl);
  const { codexProvider } = await import('@harness/effects/agent/codex/provider');
  return codexProvider({ baseUrl: endpoint, retries: binary, turns, effort });
}

/** Which variable names its endpoint, and whether any does, is the agent's own business. */
async function speaking({ acp, baseUrl, binary, turns, effort }: AgentSettings): Promise<Provider> {
  const choice = acpIn(acp);
  if (choice === undefined) throw new Refusal('provider.unnamed', { known: acpAgents.join(', ') });
  const { refusal } = acpState(choice, process.env);
  if (refusal) throw refusal;
  const [{ acpProvider }, { acpAgent }] = await Promise.all([
    import('@harness/effects/agent/acp/provider'),
    import('@harness/effects/agent/acp/agents'),
  ]);
  const agent = acpAgent(choice);
  return acpProvider({ agent, baseUrl: endpointOf(agent.endpoint, baseUrl), retries: binary, turns, effort });
}

/** What the environment says holds for this command, also when a run goes on that began elsewhere. */
function endpointOf(variable = 'agent.baseUrl', configured: string): string | undefined {
  const said = process.env[variable]?.trim() || configured;
  if (said === '') return undefined;
  const isAddress = URL.canParse(said) && /^https?:$/.test(new URL(said).protocol);
  if (!isAddress)
    throw new Refusal('config.invalid', { path: 'of this command', problems: `${variable} is no address.` });
  return said;
}

async function scripted(path: string): Promise<Agent> {
  if (path === '') throw new Refusal('script.missing');
  try {
    const { script, sha256 } = await readScript(path);
    return { provider: scriptedProvider({ script, sha256 }), people: script.people };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    if (error.code === 'missing') throw new Refusal('script.missing', { path });
    throw new Refusal('script.invalid', { path, detail: error.message });
  }
}
