/** Waits beside the queue until there is something new: a merge, or another plan file. Polling is its performer's business. */
import { act } from '../../effects/operation.ts';
import { watchWork } from '../../effects/queue.ts';
import { sleep } from '../../effects/sleep.ts';
import { machineOf, stepsOf } from '../../machine/machine.ts';

type Args = NonNullable<(typeof watchWork)['args']>;
export type Watch =
  | { readonly at: 'watching'; readonly args: Args }
  | { readonly at: 'waiting'; readonly args: Args }
  | { readonly at: 'seen' };

const step = stepsOf<Watch>();

export const watch = machineOf<Args, Watch, { readonly at: 'seen' }>()({
  id: 'watch',
  version: 1,
  start: (args) => ({ at: 'watching', args }),
  steps: [
    step({
      at: 'watching',
      to: ['seen', 'waiting'],
      needs: ({ args }) => ({ news: act(watchWork, args) }),
      next: ({ args }, { news }) => (news.ok ? { at: 'seen' } : { at: 'waiting', args }),
    }),
    step({
      at: 'waiting', // it cannot look just now: a tick later it may
      to: ['watching'],
      needs: ({ args }) => ({ tick: sleep(args.everyMs) }),
      next: ({ args }) => ({ at: 'watching', args }),
    }),
  ],
  ends: { seen: 'done' },
  result: (state) => state,
  results: [{ at: 'seen' }],
});
