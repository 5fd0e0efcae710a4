/** `harness issues [start|stop|status|stop-hook]`: the issue loop. Each action loads only its own code. */
import { refusalOf } from '@harness/core/failure/refusal';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import type { Invocation } from '../../cli/command.ts';
import { keepHeapSmall } from './small-heap.ts';

type Action = (invocation: Invocation) => Promise<number>;

const actions: Readonly<Record<string, () => Promise<{ readonly run: Action }>>> = {
  start: () => {
    keepHeapSmall(); // before the code is loaded, which makes the most garbage
    return import('./start.ts');
  },
  stop: () => import('../issues-session/stop.ts'),
  status: () => import('../issues-session/status.ts'),
  'stop-hook': () => import('../issues-session/stop-hook.ts'),
};

export async function run(invocation: Invocation): Promise<number> {
  const [given = 'start'] = invocation.args;
  const load = Object.hasOwn(actions, given) ? actions[given] : undefined;
  if (load === undefined) throw refusalOf(issuesCodes, 'issues.unknown-action', { given });
  return (await load()).run(invocation);
}
