/** Whether claude can be asked on this machine, as the command refuses it and as `doctor` tells it. */
import { Refusal } from '@harness/core/refusal';
import { credentialIn, keyNames } from '@harness/effects/agent/claude/credential';
import { claudeInstalled } from '@harness/effects/agent/claude/installed';
import { quoted } from './quoted.ts';

export interface ClaudeState {
  /** What was found, without what a key says. */
  readonly found: string;
  readonly refusal: Refusal | undefined;
}

export function claudeState(environment: NodeJS.ProcessEnv): ClaudeState {
  const installed = claudeInstalled();
  const provider = 'claude';
  if (!installed.ok) {
    const { missing, root } = installed;
    return {
      found: `${missing} is missing`,
      refusal: new Refusal('provider.missing', { provider, missing, root: quoted(root) }),
    };
  }
  const credential = credentialIn(environment);
  const sdk = `Agent SDK ${installed.version}`;
  if (credential.is === 'key') return { found: `${sdk}, ${credential.name} is set`, refusal: undefined };
  if (credential.is === 'login') return { found: `${sdk}, logged in`, refusal: undefined };
  const keys = keyNames.join(', ');
  const refusal = new Refusal('provider.no-key', { provider, keys, program: quoted(installed.program) });
  return { found: `${sdk}; none of ${keys} is set, and nobody is logged in`, refusal };
}
