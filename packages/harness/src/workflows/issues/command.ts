/** `harness issues [start|stop|status|stop-hook]`: the issue loop. Each action loads only its own code. */
import { setFlagsFromString } from 'node:v8';
import { refusalOf } from '@harness/core/failure/refusal';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import type { Invocation } from '../../cli/command.ts';

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

/**
 * Loading the code and reading a long queue makes much garbage, for which V8 takes up to 32 MB more. An idle process never
 * gives them back, so the space for new objects stays as it is now; it is emptied more often instead.
 */
const keepHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
