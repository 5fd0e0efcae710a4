/**
 * Sends commands to the queue from another process: through the control server if it runs, otherwise through the
 * files that the next daemon reads.
 */
import { Refusal } from '@harness/core/failure/refusal';
import { controlClient, readStartedServer } from '../../control/client.ts';
import type { QueueControl } from '../../control/queue.ts';
import { queueControl } from './queue-control.ts';

type QueueClient = Pick<QueueControl, 'wish' | 'unblock'>;

export async function openQueueClient(place: Parameters<typeof queueControl>[0]): Promise<QueueClient> {
  const started = await readStartedServer(place.root);
  return started?.queue ? overHttp(place.root) : queueControl(place);
}

async function overHttp(root: string): Promise<QueueClient> {
  const { ask } = await controlClient(root);
  return {
    wish: async (wish) => void (await ask(wish)),
    async unblock(plan) {
      try {
        await ask('unblock', { params: { id: plan } });
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.params['code'] === 'plan.not-blocked') return false;
        throw error;
      }
    },
  };
}
