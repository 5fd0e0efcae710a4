/** Parses the command-line options for agents. */
import { resolve } from 'node:path';
import { sandboxModes } from '@harness/core/config/lanes';
import { Refusal } from '@harness/core/failure/refusal';
import { type ProviderName, type ProviderSettingName, providerNames } from '@harness/core/providers/providers';
import { settingOptions } from '../providers/provider-settings.ts';

/** Settings of single providers, as the text that a run records. */
type ProviderFlags = { readonly [Name in ProviderSettingName]?: string };

export interface AgentFlags extends ProviderFlags {
  readonly provider?: ProviderName;
  readonly model?: string;
  readonly idleMs?: number;
  readonly wallMs?: number;
  readonly maxWaitMs?: number;
  readonly language?: string;
  readonly sandbox?: (typeof sandboxModes)[number];
  readonly record?: string;
}

/** The path of a record becomes absolute, so that a resume finds it from any folder. */
export function parseAgentFlags(options: Readonly<Record<string, unknown>>): AgentFlags {
  const { provider, model, idleMs, wallMs, maxWaitMs, lang, sandbox, record } = options;
  if (provider !== undefined && !(providerNames as readonly unknown[]).includes(provider))
    throw new Refusal('provider.unknown', { provider: String(provider), known: providerNames.join(', ') });
  const given = settingOptions.filter(({ setting }) => options[setting] !== undefined);
  const settings = given.map(({ setting, parse }) => [setting, parse(String(options[setting]))]);
  if (sandbox !== undefined && !(sandboxModes as readonly unknown[]).includes(sandbox))
    throw new Refusal('usage.invalid', {
      detail: `--sandbox must be one of ${sandboxModes.join(', ')}, not "${String(sandbox)}"`,
    });
  const flags = {
    provider: provider ?? given.at(-1)?.provider,
    ...(Object.fromEntries(settings) as ProviderFlags),
    model,
    idleMs,
    wallMs,
    maxWaitMs,
    language: lang,
    sandbox,
    record: record === undefined ? undefined : resolve(String(record)),
  };
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
}

/** The flags as a configuration, so that one reader applies the precedence. */
export const flagsToAgentConfig = (flags: AgentFlags) => ({
  provider: flags.provider,
  model: flags.model,
  ...Object.fromEntries(settingOptions.map(({ setting }) => [setting, flags[setting]])),
  limits: { idleMs: flags.idleMs, wallMs: flags.wallMs },
  retry: { maxWaitMs: flags.maxWaitMs },
});
export const flagsToConfig = (flags: AgentFlags): unknown => ({
  language: flags.language,
  agent: flagsToAgentConfig(flags),
  ...(flags.sandbox === undefined ? {} : { sandbox: { mode: flags.sandbox } }),
});
