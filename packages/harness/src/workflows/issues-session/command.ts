/** `harness issues stop`, `status` and `stop-hook`. */
import { Refusal } from '@harness/core/failure/refusal';
import type { Invocation } from '../../cli/command.ts';

const actions: Readonly<Record<string, () => Promise<{ run(invocation: Invocation): Promise<number> }>>> = {
  stop: () => import('./stop.ts'),
  status: () => import('./status.ts'),
  'stop-hook': () => import('./stop-hook.ts'),
};

export async function run(invocation: Invocation): Promise<number> {
  const [action = ''] = invocation.args;
  const load = actions[action];
  if (!load) throw new Refusal('usage.invalid', { detail: `unknown action ${action}`, command: 'issues' });
  return (await load()).run(invocation);
}
