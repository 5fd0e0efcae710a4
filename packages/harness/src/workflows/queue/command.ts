/** `harness daemon start|stop|status|pause|resume|freeze|unfreeze|unblock <id>`: the daemon that works plans off. */
import { Refusal } from '@harness/core/failure/refusal';
import type { Invocation } from '../../cli/command.ts';
import { queueCommands } from '../../control/queue.ts';

/** `work` is the daemon itself, as its supervisor starts it; nobody types it. */
const actions = ['start', 'work', 'status', 'unblock', ...queueCommands] as const;
type Action = (typeof actions)[number];

export async function run(invocation: Invocation): Promise<number> {
  const [said = '', plan] = invocation.args;
  const action = actions.find((one) => one === said);
  if (action === undefined || (action === 'unblock') !== (plan !== undefined)) throw misread(said, action);
  // Each brings along only what it needs: whoever looks after a daemon stays as long as it does.
  if (action === 'start') return (await import('./start.ts')).start(invocation);
  if (action === 'work') return (await import('./supervised.ts')).runSupervisedDaemon(invocation);
  return (await import('./send-command.ts')).sendDaemonCommand(action, plan, invocation);
}

function misread(said: string, action: Action | undefined): Refusal {
  if (action === 'unblock') return new Refusal('usage.missing-input', { what: 'The plan', command: 'daemon' });
  const known = actions.filter((one) => one !== 'work').join(', ');
  const detail = action === undefined ? `daemon takes one of ${known}, not "${said}"` : `daemon ${said} takes no plan`;
  return new Refusal('usage.invalid', { detail, command: 'daemon' });
}
