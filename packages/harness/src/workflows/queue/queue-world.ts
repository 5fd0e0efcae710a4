/** The world of a queue: as for every run, but that a freeze is outlived, and that at night nobody resumes what was parked. */
import { withRateLimitRetries } from '@harness/core/plans/rate-limit-retries';
import { combineGates } from '@harness/engine/admission';
import type { World } from '@harness/engine/world';
import { agentSlots } from '../../gates/slots.ts';
import { waitForUnfreeze } from '../../gates/wait-for-unfreeze.ts';
import { type Composition, compose } from '../../run/compose.ts';
import type { DaemonSetup } from './setup.ts';

interface Night extends Omit<Composition, 'frozenFile'> {
  readonly frozenFile: string;
  readonly backoff: DaemonSetup['config']['daemon'];
  /** Told each time that something has to wait for the thaw. */
  onFrozen(): void;
}

export function queueWorld({ backoff, onFrozen, ...composition }: Night): World {
  const usual = compose(composition);
  const { frozenFile, settings } = composition;
  return {
    ...usual,
    admit: combineGates(waitForUnfreeze(frozenFile, onFrozen), agentSlots(settings.agentsAtOnce)),
    remediesFor: (effect) => {
      const { failures } = usual.remediesFor(effect);
      return { failures: withRateLimitRetries(failures, backoff), maxWaitMs: Number.POSITIVE_INFINITY };
    },
  };
}
