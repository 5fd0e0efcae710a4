/** Where every role of the task works: the user's own checkout. Nothing brings it back, so that nothing of theirs is lost. */
import type { Workplace } from '../../effects/agent.ts';

export const checkoutWorkplace: Workplace = { cwd: '.', checkpoint: null };
