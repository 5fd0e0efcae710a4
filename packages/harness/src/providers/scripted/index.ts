/** The provider `scripted` on this machine, and the option that names its script. */
import { resolve } from 'node:path';
import type { ProviderModule } from '../provider-module.ts';

export const scriptedModule: ProviderModule<'scripted'> = {
  settings: {
    script: {
      // An absolute path, so that a resume finds the script from any folder.
      option: { value: 'file', about: 'a script with the answers of the agents', parse: (typed) => resolve(typed) },
      locate: (script, root) => resolve(root, script),
    },
  },
  // Roles with the same script share one agent, so that its answers are counted together.
  agentKey: ({ script }) => [script],
  load: () => import('./parts.ts'),
};
