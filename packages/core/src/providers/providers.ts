/** Looks up the facts of one provider or of all, and finds providers that only rehearse. */
import { providers } from './list.ts';
import type { ProviderFacts, ProviderFields } from './provider-facts.ts';

export type ProviderName = keyof typeof providers;

export const providerNames = Object.keys(providers) as [ProviderName, ...ProviderName[]];

export const factsOf = (name: ProviderName): ProviderFacts => providers[name];

export const allFacts: readonly ProviderFacts[] = providerNames.map(factsOf);

type SettingsOf<Name extends ProviderName> = (typeof providers)[Name] extends {
  settings(field: ProviderFields): infer Settings;
}
  ? Settings
  : object;
type Intersection<Name> = (Name extends ProviderName ? (settings: SettingsOf<Name>) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The settings of all providers by name, with their schema. */
export type ProviderSettings = Intersection<ProviderName>;
export type ProviderSettingName = keyof ProviderSettings;
export type SettingNameOf<Name extends ProviderName> = keyof SettingsOf<Name> & ProviderSettingName;

/** The setting that names the script of a rehearsal; `undefined` if the provider is paid or unknown. */
export const scriptSettingOf = (provider: unknown): string | undefined =>
  Object.hasOwn(providers, String(provider)) ? factsOf(provider as ProviderName).scriptSetting : undefined;

export const isRehearsal = (provider: unknown): boolean => scriptSettingOf(provider) !== undefined;
