/** The provider `claude` on this machine. */
import { clientKey, type ProviderModule } from '../provider-module.ts';

export const claude: ProviderModule<'claude'> = {
  settings: {},
  agentKey: clientKey,
  load: () => import('./parts.ts'),
};
