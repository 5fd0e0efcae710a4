/** Who is told of what happens while nobody looks: the one place from which the command of `notify` is called. */
import type { Config } from '@harness/core/config/schema';
import type { QueueEventCode } from '@harness/core/views/queue-events';

/** What a person wants to be woken for, by the kind that the notify command is handed. */
export type NewsKind = 'done' | 'blocked' | 'question' | 'cap' | 'crash';

const kinds: Readonly<Partial<Record<QueueEventCode, NewsKind>>> = {
  release_ready: 'done',
  plan_blocked: 'blocked',
  fidelity_blocked: 'blocked',
  plans_disordered: 'blocked',
  plan_waiting: 'question',
  budget_cap_reached: 'cap',
  daemon_restarted: 'crash',
};

export const newsKind = (event: QueueEventCode): NewsKind | undefined => kinds[event];

type Notify = (root: string, command: string, kind: NewsKind, message: string) => void;

/** Here the notify command is plugged in. */
const send: Notify | null = null as Notify | null;

export function tellNews(
  root: string,
  { notify }: Pick<Config, 'notify'>,
  kind: NewsKind | undefined,
  message: string,
): void {
  if (kind !== undefined && notify !== undefined) send?.(root, notify, kind, message);
}
