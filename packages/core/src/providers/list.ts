/** Lists every provider by name, in the order of help and docs. `docs/ADD_A_PROVIDER.md` shows how to add one. */
import { acp } from './acp.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { scripted } from './scripted.ts';

export const providers = {
  claude,
  codex,
  acp,
  scripted,
};

/** Used if no provider is named. */
export const defaultProvider = 'claude' satisfies keyof typeof providers;
