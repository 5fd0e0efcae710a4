/** The state of a provider that is an installed package and needs a key or a login. */
import { Refusal } from '@harness/core/failure/refusal';
import { factsOf, type ProviderName } from '@harness/core/providers/providers';
import type { MissingPackage } from '@harness/effects/agent/missing-package';
import { shellQuote } from '../render/shell-quote.ts';
import type { ProviderState } from './provider-module.ts';

interface PackageFacts {
  readonly provider: ProviderName;
  readonly sdk: string;
  readonly installed: { readonly ok: true; readonly program: string; readonly version: string } | MissingPackage;
  /** The name of the key that is set, or `logged in`; `undefined` if there is neither. */
  readonly credential: string | undefined;
  /** Arguments of its program that log in. */
  readonly login: string;
}

export function packageState({ provider, sdk, installed, credential, login }: PackageFacts): ProviderState {
  if (!installed.ok) {
    const { missing, root } = installed;
    const refusal = new Refusal('provider.missing', { provider, missing, root: shellQuote(root) });
    return { found: `${missing} is missing`, refusal };
  }
  const sdkVersion = `${sdk} ${installed.version}`;
  if (credential) return { found: `${sdkVersion}, ${credential}`, refusal: undefined };
  const { keyVariables = [] } = factsOf(provider);
  const keys = keyVariables.join(', ');
  const unset = keyVariables.length === 1 ? `${keys} is not set` : `none of ${keys} is set`;
  const refusal = new Refusal('provider.no-key', {
    provider,
    keys,
    login: `${shellQuote(installed.program)} ${login}`,
  });
  return { found: `${sdkVersion}; ${unset}, and there is no login`, refusal };
}
