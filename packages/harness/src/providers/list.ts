/** All providers of `core/src/providers/list.ts`. A missing one does not compile. */
import type { ProviderName } from '@harness/core/providers/providers';
import { acp } from './acp/index.ts';
import { claude } from './claude/index.ts';
import { codex } from './codex/index.ts';
import type { ProviderModule } from './provider-module.ts';
import { scripted } from './scripted/index.ts';

export const providerModules: { readonly [Name in ProviderName]: ProviderModule<Name> } = {
  claude,
  codex,
  acp,
  scripted,
};
