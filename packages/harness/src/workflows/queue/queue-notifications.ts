/**
 * What of a queue itself people are told although they are not there. What becomes of its plans, and what they ask, is told
 * by whoever tells of runs (`notify.ts`).
 */
import type { Config } from '@harness/core/config/schema';
import type { NotificationKind } from '@harness/core/notification';
import type { QueueEventCode } from '@harness/core/workflows/queue/events';
import { notify } from '../../run/notify.ts';

const kinds: Readonly<Partial<Record<QueueEventCode, NotificationKind>>> = {
  release_ready: 'done',
  fidelity_blocked: 'blocked',
  plans_disordered: 'blocked',
  daemon_restarted: 'crash',
};

export const queueNotificationKind = (event: QueueEventCode): NotificationKind | undefined => kinds[event];

/** Answers with why the command did not take it; nothing when it did, or when there is none. */
export async function notifyQueueEvent(
  root: string,
  { notify: command }: Pick<Config, 'notify'>,
  kind: NotificationKind | undefined,
  message: string,
): Promise<string | undefined> {
  return kind === undefined || command === undefined ? undefined : notify(root, command, kind, message);
}
