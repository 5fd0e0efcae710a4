/** Settings of all providers, and the command-line options that set them. */
import { type ProviderName, type ProviderSettingName, providerNames } from '@harness/core/providers/providers';
import { providerModules } from './list.ts';
import type { ProviderSetting, SettingOption } from './provider-module.ts';

interface NamedSetting extends ProviderSetting<ProviderSettingName> {
  readonly provider: ProviderName;
  readonly name: ProviderSettingName;
}

export const providerSettings: readonly NamedSetting[] = providerNames.flatMap((provider) =>
  Object.entries<ProviderSetting<ProviderSettingName>>(providerModules[provider].settings).map(([name, setting]) => ({
    ...setting,
    provider,
    name: name as ProviderSettingName,
  })),
);

interface NamedOption extends SettingOption {
  readonly provider: ProviderName;
  readonly setting: ProviderSettingName;
  readonly flag: string;
}

export const settingOptions: readonly NamedOption[] = providerSettings.flatMap(({ provider, name, option }) =>
  option ? [{ ...option, provider, setting: name, flag: `--${toKebabCase(name)} <${option.value}>` }] : [],
);

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
