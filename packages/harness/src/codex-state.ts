/** Whether codex can be asked on this machine, as the command refuses it and as `doctor` tells it. */
import { Refusal } from '@harness/core/refusal';
import { credentialIn, keyName } from '@harness/effects/agent/codex/credential';
import { codexInstalled } from '@harness/effects/agent/codex/installed';
import { quoted } from './quoted.ts';

export interface CodexState {
  /** What was found, without what a key says. */
  readonly found: string;
  readonly refusal: Refusal | undefined;
}

export function codexState(environment: NodeJS.ProcessEnv): CodexState {
  const installed = codexInstalled();
  const provider = 'codex';
  if (!installed.ok) {
    const { missing, root } = installed;
    return {
      found: `${missing} is missing`,
      refusal: new Refusal('provider.missing', { provider, missing, root: quoted(root) }),
    };
  }
  const credential = credentialIn(environment);
  const sdk = `Codex SDK ${installed.version}`;
  if (credential.is === 'key') return { found: `${sdk}, ${keyName} is set`, refusal: undefined };
  if (credential.is === 'login') return { found: `${sdk}, logged in`, refusal: undefined };
  const refusal = new Refusal('provider.no-key', { provider, keys: keyName, program: quoted(installed.program) });
  return { found: `${sdk}; ${keyName} is not set, and nobody is logged in`, refusal };
}
