/** Creates the world of a queue: it waits during a freeze, and it retries rate limits, because no person resumes it. */
import { withRateLimitRetries } from '@harness/core/plans/rate-limit-retries';
import { combineGates } from '@harness/engine/admission';
import type { World } from '@harness/engine/world';
import { agentSlots } from '../../gates/slots.ts';
import { waitForUnfreeze } from '../../gates/wait-for-unfreeze.ts';
import { type Composition, compose } from '../../run/compose.ts';
import type { ReloadJournal } from '../../run/host-run.ts';
import { prepareReopen } from './reopen-plan.ts';
import type { DaemonSetup } from './setup.ts';

interface QueueComposition extends Omit<Composition, 'frozenFile'> {
  readonly frozenFile: string;
  readonly backoff: DaemonSetup['config']['daemon'];
  readonly reload: ReloadJournal;
  /** Called regularly while an effect must wait for the unfreeze. */
  onFrozen(): void;
}

export function queueWorld({ backoff, reload, onFrozen, ...composition }: QueueComposition): World {
  const world = compose(composition);
  const { frozenFile, settings } = composition;
  return {
    ...world,
    prepareReopen: (input) => prepareReopen(input, { store: composition.store, world, reload }),
    admit: combineGates(waitForUnfreeze(frozenFile, onFrozen), agentSlots(settings.agentsAtOnce)),
    remediesFor: (effect) => {
      const { failures } = world.remediesFor(effect);
      return { failures: withRateLimitRetries(failures, backoff), maxWaitMs: Number.POSITIVE_INFINITY };
    },
  };
}
