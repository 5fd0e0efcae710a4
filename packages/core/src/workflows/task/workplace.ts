/** The workplace of every task role: the user's checkout. It has no checkpoint to reset to, so user files are never lost. */
import type { Workplace } from '../../effects/agent.ts';

export const checkoutWorkplace: Workplace = { cwd: '.', checkpoint: null };
