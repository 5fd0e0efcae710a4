/** The provider `echo` on this machine, and the option that sets its reply. */
import type { ProviderModule } from '../provider-module.ts';

export const echoModule: ProviderModule<'echo'> = {
  settings: {
    echoReply: { option: { value: 'text', about: 'the fixed reply', parse: (typed) => typed } },
  },
  agentKey: ({ echoReply, baseUrl }) => [echoReply, baseUrl],
  load: () => import('./parts.ts'),
};
