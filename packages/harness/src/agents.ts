/** Who answers each role of a run. Everything that can be wrong with it is said before a run is made. */
import { Refusal } from '@harness/core/refusal';
import { rolesOf } from '@harness/core/role-ids';
import type { Provider } from '@harness/effects/agent/provider';
import { scriptedProvider } from '@harness/effects/agent/scripted/provider';
import { readScript, type Script } from '@harness/effects/agent/scripted/script';
import { ScriptError } from '@harness/effects/agent/scripted/source';
import { type AgentSettings, type Settings, settingsFor } from './settings.ts';

export interface Agents {
  providerFor(role: string): Provider;
  /** The people of a rehearsal; nobody without a script. */
  readonly people: Script['people'];
}

/** For a run that calls none: asking one is a loud mistake. */
export const nobody: Agents = {
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
export async function agentsFor(settings: Settings, workflow: string): Promise<Agents> {
  const roles: readonly string[] = rolesOf(workflow);
  const asked = roles.length === 0 ? [settings] : roles.map((role) => settingsFor(settings, role));
  const agents = new Map<string, Agent>();
  for (const one of asked) if (!agents.has(nameOf(one))) agents.set(nameOf(one), await agentOf(one));
  return {
    people: [...agents.values()].flatMap(({ people }) => people),
    providerFor(role) {
      const agent = agents.get(nameOf(settingsFor(settings, role)));
      if (!agent) throw new Error(`Nobody answers ${role}`);
      return agent.provider;
    },
  };
}

/** Two roles with the same script share one, so that its answers are counted together. */
const nameOf = ({ provider, script }: AgentSettings) => `${provider} ${script}`;

async function agentOf({ provider, script: path }: AgentSettings): Promise<Agent> {
  if (provider !== 'scripted') throw new Refusal('provider.unavailable', { provider });
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
