/** Checks which providers can be called. Keys are found by name; their values are never read, printed or written. */
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { isRehearsal, type ProviderName, providerNames } from '@harness/core/providers/providers';
import { providerModules } from '../providers/list.ts';
import type { AgentSettings } from '../settings/agent-settings.ts';
import { loadValidConfig } from '../settings/config.ts';
import { defaultAgentSettings, toAgentSettings } from '../settings/configured-agent.ts';
import { type Diagnosis, failedCheck, passedCheck } from './diagnosis.ts';

/** Required lines first. */
export async function checkProviders(root: string | undefined, env: NodeJS.ProcessEnv): Promise<readonly Diagnosis[]> {
  // An invalid configuration has its own line; the defaults apply here.
  const config = root === undefined ? undefined : await loadValidConfig(root, env);
  const settings = root && config ? toAgentSettings(config.agent, root) : defaultAgentSettings;
  const lines = await Promise.all(providerNames.map((name) => lineOf(name, settings, env)));
  return lines.sort((one, other) => Number(other.required) - Number(one.required));
}

async function lineOf(name: ProviderName, settings: AgentSettings, env: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const { parts } = await providerModules[name].load();
  const { found, refusal } = (parts.examine ?? parts.state)(settings, env);
  const required = isRehearsal(name);
  if (!refusal) return passedCheck(`provider.${name}`, required, found);
  return failedCheck(`provider.${name}`, required, found, refusalText(en, refusal.code, refusal.params).next);
}
