/** Who only reads here reads in the user's own checkout: what an end-to-end run left lies there. `from` is where the change began. */
import type { Workplace } from '../../effects/agent.ts';

export const workplace = (from: string): Workplace => ({ cwd: '.', checkpoint: from });
