/** Facts of the provider `scripted`. */
import type { ProviderFacts, ProviderFields } from './provider-facts.ts';

export const scripted = {
  about: 'scripted agents, which play the answers of a script',
  settings: ({ text }: ProviderFields) => ({
    script: text('The script for the scripted provider: a file, relative to the repository or absolute.'),
  }),
  scriptSetting: 'script',
} as const satisfies ProviderFacts;
