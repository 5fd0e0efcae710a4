/** `harness daemon start|stop|status|pause|resume|freeze|unfreeze|unblock <id>`: controls the daemon of the queue. */
import { Refusal } from '@harness/core/failure/refusal';
import type { Invocation } from '../../cli/command.ts';
import { queueCommands } from '../../control/queue.ts';

/** `work` is the daemon process; only its supervisor starts it. */
const actions = ['start', 'work', 'status', 'unblock', ...queueCommands] as const;
type Action = (typeof actions)[number];

export async function run(invocation: Invocation): Promise<number> {
  const [word = '', plan] = invocation.args;
  const action = actions.find((one) => one === word);
  if (action === undefined || (action === 'unblock') !== (plan !== undefined)) throw usageRefusal(word, action);
  // Load only the code of the action: the supervisor process lives as long as the daemon.
  if (action === 'start') return (await import('./start.ts')).start(invocation);
  if (action === 'work') return (await import('./supervised.ts')).runSupervisedDaemon(invocation);
  return (await import('./send-command.ts')).sendDaemonCommand(action, plan, invocation);
}

function usageRefusal(word: string, action: Action | undefined): Refusal {
  if (action === 'unblock') return new Refusal('usage.missing-input', { what: 'The plan', command: 'daemon' });
  const known = actions.filter((one) => one !== 'work').join(', ');
  const detail =
    action === undefined ? `the action must be one of ${known}, not "${word}"` : `daemon ${word} takes no plan`;
  return new Refusal('usage.invalid', { detail, command: 'daemon' });
}
