/** English: why agents and checks run without a sandbox; said once a command. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';

export const unboxed: Messages['unboxed'] = {
  off: () => 'No sandbox: it is switched off. Agents and checks can reach what you can reach.',
  missing: ({ install }) =>
    `No sandbox: bubblewrap is not installed. Agents and checks can reach what you can reach; ${install} changes that.`,
  unusable: ({ detail }) =>
    `No sandbox: bubblewrap does not work here${parenthesised(detail)}. Agents and checks can reach what you can reach.`,
};
