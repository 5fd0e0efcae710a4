/** The state of a provider that starts an installed program and needs a key or a login. */
import { Refusal } from '@harness/core/failure/refusal';
import { judgeVersion, type ProgramRange } from '@harness/core/providers/program-version';
import { factsOf, type ProviderName } from '@harness/core/providers/providers';
import type { FoundProgram } from '@harness/effects/agent/find-program';
import { shellQuote } from '../render/shell-quote.ts';
import type { ProviderState } from './provider-module.ts';

interface ProgramFacts {
  readonly provider: ProviderName;
  /** Example: `Agent SDK 0.3.325`. */
  readonly sdk: string;
  readonly program: FoundProgram;
  readonly range: ProgramRange;
  /** The package that has its program, and the command that updates it. */
  readonly install: string;
  readonly update: string;
  /** The name of the key that is set, or `logged in`; `undefined` if there is neither. */
  readonly credential: string | undefined;
  /** Arguments of its program that log in. */
  readonly login: string;
}

export function packageState(facts: ProgramFacts): ProviderState {
  const { provider, sdk, program: found, range, install, update, credential, login } = facts;
  if (found.is === 'missing') {
    const refusal = new Refusal('provider.no-program', {
      provider,
      program: shellQuote(found.program),
      package: install,
    });
    return { found: `${sdk}; the program ${found.program} was not found`, refusal };
  }
  const { program } = found;
  const known = found.version();
  const version = known ?? 'unknown';
  const named = `${sdk}, ${found.isOwn ? `${program} ` : 'program '}${version}`;
  const verdict = judgeVersion(known, range);
  if (verdict === 'too-old') {
    const refusal = new Refusal('provider.too-old', { provider, program, version, least: range.least, update });
    return { found: `${named} is older than ${range.least}`, refusal };
  }
  const warning =
    verdict === 'old' || verdict === 'unknown' ? { program, version, tested: range.tested, update } : undefined;
  const text = warning === undefined ? named : `${named}; harness is tested with ${range.tested} and later`;
  if (credential) return { found: `${text}, ${credential}`, refusal: undefined, ...(warning ? { warning } : {}) };
  const { keyVariables = [] } = factsOf(provider);
  const keys = keyVariables.join(', ');
  const unset = keyVariables.length === 1 ? `${keys} is not set` : `none of ${keys} is set`;
  const refusal = new Refusal('provider.no-key', { provider, keys, login: `${shellQuote(program)} ${login}` });
  return { found: `${text}; ${unset}, and there is no login`, refusal };
}
