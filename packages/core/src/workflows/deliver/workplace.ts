/** Read-only roles work in the user's checkout, where the end-to-end evidence is. `from` is the start of the change. */
import type { Workplace } from '../../effects/agent.ts';

export const workplace = (from: string): Workplace => ({ cwd: '.', checkpoint: from });
