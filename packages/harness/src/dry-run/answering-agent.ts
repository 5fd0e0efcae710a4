/** Finds the provider, model, limits and price of a call. */

import type { PricedEstimate } from '@harness/core/dry-run/estimate';
import type { AgentInput } from '@harness/core/effects/agent';
import { modelOf } from '@harness/core/providers/model-tier';
import { factsOf, isRehearsal, type ProviderName } from '@harness/core/providers/providers';
import { resolveModel } from '@harness/effects/agent/call-start';
import { providerModules } from '../providers/list.ts';
import { modelSetting, resolveRoleSettings, type Settings } from '../settings/settings.ts';

export async function findAnsweringAgent(call: AgentInput, settings: Settings) {
  const {
    provider,
    wallMs,
    idleMs,
    turns = null,
    usd = null,
    reserveTokens,
  } = resolveRoleSettings(settings, call.role);
  const named = resolveModel(modelSetting(settings, call.role), call);
  const model = named === undefined || isRehearsal(provider) ? null : modelOf(factsOf(provider).tiers ?? {}, named);
  const costOf = await priceOf(provider, model);
  return { provider, model, limits: { wallMs, idleMs, turns, usd }, reserveTokens, costOf };
}

async function priceOf(provider: ProviderName, model: string | null): Promise<PricedEstimate['costOf']> {
  if (isRehearsal(provider)) return 'none';
  const { parts } = await providerModules[provider].load();
  return (usage) => (model === null ? undefined : parts.costOf?.(model, usage));
}
