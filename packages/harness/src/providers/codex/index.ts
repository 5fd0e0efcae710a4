/** The provider `codex` on this machine. */
import { clientKey, type ProviderModule } from '../provider-module.ts';

export const codexModule: ProviderModule<'codex'> = {
  settings: {},
  agentKey: clientKey,
  load: () => import('./parts.ts'),
};
