/** The provider `acp` on this machine, and the option that names its agent. */
import { resolve } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { acpAgents } from '@harness/core/providers/acp';
import { clientKey, type ProviderModule } from '../provider-module.ts';

const known = acpAgents.join(', ');

export const acpModule: ProviderModule<'acp'> = {
  settings: {
    acp: {
      option: {
        value: 'agent',
        about: `the agent: ${known.replace(/, ([^,]*)$/, ' or $1')}`,
        isForInit: true,
        parse(typed) {
          if ((acpAgents as readonly string[]).includes(typed)) return typed;
          throw new Refusal('provider.unknown', { provider: `acp ${typed}`, known });
        },
      },
      // A command with a slash is relative to the repository, like a script.
      locate(choice, root) {
        if (typeof choice === 'string' || !choice.command[0]?.includes('/')) return choice;
        return { ...choice, command: [resolve(root, choice.command[0]), ...choice.command.slice(1)] };
      },
    },
  },
  agentKey: (settings) => [settings.acp, ...clientKey(settings)],
  load: () => import('./parts.ts'),
};
