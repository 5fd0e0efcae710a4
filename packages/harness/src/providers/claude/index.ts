/** The provider `claude` on this machine. */
import { clientKey, type ProviderModule } from '../provider-module.ts';

export const claudeModule: ProviderModule<'claude'> = {
  settings: {},
  agentKey: clientKey,
  load: () => import('./parts.ts'),
};
