/** English warnings about a missing sandbox, printed once per command. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';

export const sandboxWarnings: Messages['unboxed'] = {
  off: () => 'No sandbox: it is switched off. Agents and checks can access everything that you can access.',
  missing: ({ install }) =>
    `No sandbox: bubblewrap is not installed. Agents and checks can access everything that you can access. Install it with: ${install}`,
  unusable: ({ detail }) =>
    `No sandbox: bubblewrap does not work here${parenthesised(detail)}. Agents and checks can access everything that you can access.`,
};
