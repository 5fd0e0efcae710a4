/** Turns the section `agent` of the configuration into the settings that a run records. */
import { agentSection as section } from '@harness/core/config/agent';
import { settingToText } from '@harness/core/config/provider-settings';
import type { Config } from '@harness/core/config/schema';
import type { ProviderSettingName } from '@harness/core/providers/providers';
import { providerSettings } from '../providers/provider-settings.ts';
import type { AgentSettings } from './agent-settings.ts';

/** Paths are relative to `root`. */
export const toAgentSettings = (agent: Config['agent'], root: string): AgentSettings => {
  const { provider, model, program, baseUrl, reasoningEffort, limits, retry, reserveTokens } = agent;
  return {
    provider,
    ...providerTexts(agent, root),
    model: model ?? '',
    modelFrom: 'config',
    program: program ?? '',
    baseUrl: baseUrl ?? '',
    ...(reasoningEffort === undefined ? {} : { effort: reasoningEffort }),
    wallMs: limits.wallMs,
    idleMs: limits.idleMs,
    ...(limits.turns === undefined ? {} : { turns: limits.turns }),
    ...(limits.usd === undefined ? {} : { usd: limits.usd }),
    binary: retry.binary,
    calls: retry.calls,
    rateLimited: retry.rateLimited,
    backoffMs: retry.backoffMs,
    maxWaitMs: retry.maxWaitMs,
    reserveTokens,
  };
};

function providerTexts(agent: Config['agent'], root: string): Readonly<Record<ProviderSettingName, string>> {
  const texts = providerSettings.map(({ name, locate }) => {
    const value = agent[name];
    return [name, settingToText(value === undefined || !locate ? value : locate(value as never, root))];
  });
  return Object.fromEntries(texts);
}

export const defaultAgentSettings: AgentSettings = toAgentSettings(section.parse({}), '');
