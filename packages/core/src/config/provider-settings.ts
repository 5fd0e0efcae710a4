/** Collects the settings of `agent` that belong to one provider only. */
import { allFacts, type ProviderSettingName, type ProviderSettings } from '../providers/providers.ts';
import * as field from './field.ts';

export const providerFields: ProviderSettings = Object.assign(
  {},
  ...allFacts.map(({ settings }) => settings?.(field) ?? {}),
);

export const providerSettingNames = Object.keys(providerFields) as readonly ProviderSettingName[];

/** Returns the value as one text, because recorded settings are flat; empty if it is not set. */
export const settingToText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
