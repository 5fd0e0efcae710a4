/** Sends notifications about the queue itself. `notify.ts` sends those about its plans and their questions. */
import type { Config } from '@harness/core/config/schema';
import type { NotificationKind } from '@harness/core/notification';
import type { QueueEventCode } from '@harness/core/workflows/queue/events';
import { runNotifyCommand } from '../../run/notify.ts';

const kinds: Readonly<Partial<Record<QueueEventCode, NotificationKind>>> = {
  release_ready: 'done',
  fidelity_blocked: 'blocked',
  plans_disordered: 'blocked',
  daemon_restarted: 'crash',
};

export const queueNotificationKind = (event: QueueEventCode): NotificationKind | undefined => kinds[event];

/** Returns why the notify command failed; undefined if it succeeded or is not set. */
export async function notifyQueueEvent(
  root: string,
  { notify: command }: Pick<Config, 'notify'>,
  kind: NotificationKind | undefined,
  message: string,
): Promise<string | undefined> {
  return kind === undefined || command === undefined ? undefined : runNotifyCommand(root, command, kind, message);
}
