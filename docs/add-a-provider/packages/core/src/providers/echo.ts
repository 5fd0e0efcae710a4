/** Facts of the provider `echo`. */
import type { ProviderFacts, ProviderFields } from './provider-facts.ts';

export const echo = {
  about: 'a fixed reply',
  settings: ({ text }: ProviderFields) => ({ echoReply: text('The reply of the provider `echo`.') }),
  endpointVariable: 'ECHO_BASE_URL',
  keyVariables: ['ECHO_API_KEY'],
  tiers: { opus: 'echo-large', haiku: 'echo-small' },
  hosts: ['https://api.echo.example'],
  loginFolders: ['.echo'],
  repositorySettings: ['.echo'],
} as const satisfies ProviderFacts;
