/** All providers of `core/src/providers/list.ts`. A missing one does not compile. */
import type { ProviderName } from '@harness/core/providers/providers';
import { acpModule } from './acp/index.ts';
import { claudeModule } from './claude/index.ts';
import { codexModule } from './codex/index.ts';
import type { ProviderModule } from './provider-module.ts';
import { scriptedModule } from './scripted/index.ts';

export const providerModules: { readonly [Name in ProviderName]: ProviderModule<Name> } = {
  claude: claudeModule,
  codex: codexModule,
  acp: acpModule,
  scripted: scriptedModule,
};
