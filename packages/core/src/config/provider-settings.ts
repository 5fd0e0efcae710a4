/** The settings of `agent` that belong to one provider each, gathered from all providers. */
import { allFacts, type ProviderSettingName, type ProviderSettings } from '../providers/providers.ts';
import * as field from './field.ts';

export const providerFields: ProviderSettings = Object.assign(
  {},
  ...allFacts.map(({ settings }) => settings?.(field) ?? {}),
);

export const providerSettingNames = Object.keys(providerFields) as readonly ProviderSettingName[];

/** The value as a run records it: one text, because recorded settings are flat. Empty if it is not set. */
export const settingToText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
