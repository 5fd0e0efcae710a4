/** Who would answer a call, with which model, within which limits, and at which price. */

import type { Usage } from '@harness/core/budget/usage';
import type { providers } from '@harness/core/config/agent';
import type { CallLimits } from '@harness/core/dry-run/document';
import type { PricedEstimate } from '@harness/core/dry-run/estimate';
import type { AgentInput } from '@harness/core/effects/agent';
import { modelOf } from '@harness/core/providers/model-tier';
import { resolveModel } from '@harness/effects/agent/call-start';
import * as claude from '@harness/effects/agent/claude/prices';
import * as codex from '@harness/effects/agent/codex/prices';
import { modelSetting, resolveSettings, type Settings } from '../settings/settings.ts';

export interface AnsweringAgent {
  readonly provider: (typeof providers)[number];
  readonly model: string | null;
  readonly limits: CallLimits;
  readonly reserveTokens: number;
  readonly costOf: PricedEstimate['costOf'];
}

export function findAnsweringAgent(call: AgentInput, settings: Settings): AnsweringAgent {
  const { provider, wallMs, idleMs, turns = null, usd = null, reserveTokens } = resolveSettings(settings, call.role);
  const named = resolveModel(modelSetting(settings, call.role), call);
  const model = named === undefined || provider === 'scripted' ? null : modelOf(provider, named);
  return { provider, model, limits: { wallMs, idleMs, turns, usd }, reserveTokens, costOf: priceOf(provider, model) };
}

const lists: Readonly<Record<string, (model: string, usage: Usage) => number | undefined>> = {
  claude: claude.knownCostOf,
  codex: codex.knownCostOf,
};

function priceOf(provider: string, model: string | null): PricedEstimate['costOf'] {
  if (provider === 'scripted') return 'none';
  return (usage) => (model === null ? undefined : lists[provider]?.(model, usage));
}
