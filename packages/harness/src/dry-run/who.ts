/** Who would answer a call, with which model, within which limits, and at which price. */
import type { providers } from '@harness/core/config/agent';
import type { AgentInput } from '@harness/core/effects/agent';
import { modelOf } from '@harness/core/model-tier';
import type { Limits } from '@harness/core/outlook/document';
import type { Priced } from '@harness/core/outlook/estimate';
import type { Usage } from '@harness/core/usage';
import { modelFor } from '@harness/effects/agent/asking';
import * as claude from '@harness/effects/agent/claude/prices';
import * as codex from '@harness/effects/agent/codex/prices';
import { modelIn, type Settings, settingsFor } from '../settings.ts';

export interface Who {
  readonly provider: (typeof providers)[number];
  readonly model: string | null;
  readonly limits: Limits;
  readonly reserveTokens: number;
  readonly costOf: Priced['costOf'];
}

export function whoAnswers(call: AgentInput, settings: Settings): Who {
  const { provider, wallMs, idleMs, turns = null, usd = null, reserveTokens } = settingsFor(settings, call.role);
  const named = modelFor(modelIn(settings, call.role), call);
  const model = named === undefined || provider === 'scripted' ? null : modelOf(provider, named);
  return { provider, model, limits: { wallMs, idleMs, turns, usd }, reserveTokens, costOf: priceOf(provider, model) };
}

const lists: Readonly<Record<string, (model: string, usage: Usage) => number | undefined>> = {
  claude: claude.knownCostOf,
  codex: codex.knownCostOf,
};

function priceOf(provider: string, model: string | null): Priced['costOf'] {
  if (provider === 'scripted') return 'none';
  return (usage) => (model === null ? undefined : lists[provider]?.(model, usage));
}
