/** Waits beside the queue for a new merge or a changed plan file; its performer polls. */
import { act } from '../../effects/operation.ts';
import { watchWork } from '../../effects/queue.ts';
import { sleep } from '../../effects/sleep.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';

type Args = NonNullable<(typeof watchWork)['args']>;
export type WatchState =
  | { readonly at: 'watching'; readonly args: Args }
  | { readonly at: 'waiting'; readonly args: Args }
  | { readonly at: 'seen' };

const step = defineStep<WatchState>();

export const watch = defineMachine<Args, WatchState, { readonly at: 'seen' }>()({
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
      at: 'waiting', // the check failed: try again after one tick
      to: ['watching'],
      needs: ({ args }) => ({ tick: sleep(args.everyMs) }),
      next: ({ args }) => ({ at: 'watching', args }),
    }),
  ],
  ends: { seen: 'done' },
  result: (state) => state,
  results: [{ at: 'seen' }],
});
