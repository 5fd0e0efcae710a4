/** Whether a provider can be asked on this machine, as the command refuses it and as `doctor` tells it. */
import { Refusal } from '@harness/core/failure/refusal';
import * as claude from '@harness/effects/agent/claude/credential';
import { claudeInstalled } from '@harness/effects/agent/claude/installed';
import * as codex from '@harness/effects/agent/codex/credential';
import { codexInstalled } from '@harness/effects/agent/codex/installed';
import type { MissingPackage } from '@harness/effects/agent/missing-package';
import { shellQuote } from '../render/shell-quote.ts';

export interface ProviderState {
  /** What was found, without what a key says. */
  readonly found: string;
  readonly refusal: Refusal | undefined;
}

interface Facts {
  readonly sdk: string;
  readonly installed: { readonly ok: true; readonly program: string; readonly version: string } | MissingPackage;
  readonly keyNames: readonly string[];
  /** The name of the key that is set, that somebody is logged in, or nothing. */
  readonly credential: string | undefined;
}

const factsOf: Readonly<Record<'claude' | 'codex', (environment: NodeJS.ProcessEnv) => Facts>> = {
  claude(environment) {
    const found = claude.credentialIn(environment);
    const credential = found.is === 'key' ? `${found.name} is set` : found.is === 'login' ? 'logged in' : undefined;
    return { sdk: 'Agent SDK', installed: claudeInstalled(), keyNames: claude.keyNames, credential };
  },
  codex(environment) {
    const { is } = codex.credentialIn(environment);
    const credential = is === 'key' ? `${codex.keyName} is set` : is === 'login' ? 'logged in' : undefined;
    return { sdk: 'Codex SDK', installed: codexInstalled(), keyNames: [codex.keyName], credential };
  },
};

export function providerState(provider: 'claude' | 'codex', environment: NodeJS.ProcessEnv): ProviderState {
  const { sdk, installed, keyNames, credential } = factsOf[provider](environment);
  if (!installed.ok) {
    const { missing, root } = installed;
    const refusal = new Refusal('provider.missing', { provider, missing, root: shellQuote(root) });
    return { found: `${missing} is missing`, refusal };
  }
  const here = `${sdk} ${installed.version}`;
  if (credential) return { found: `${here}, ${credential}`, refusal: undefined };
  const keys = keyNames.join(', ');
  const unset = keyNames.length === 1 ? `${keys} is not set` : `none of ${keys} is set`;
  const refusal = new Refusal('provider.no-key', { provider, keys, program: shellQuote(installed.program) });
  return { found: `${here}; ${unset}, and nobody is logged in`, refusal };
}
