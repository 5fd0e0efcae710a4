/** The world of a queue: as for every run, but that a freeze is outlived, and that at night nobody resumes what was parked. */
import { patient } from '@harness/core/plans/patience';
import { gates } from '@harness/engine/admission';
import type { World } from '@harness/engine/world';
import { type Composition, compose } from '../compose.ts';
import { agentSlots } from '../gates/slots.ts';
import { waitingForThaw } from '../gates/thaw.ts';
import type { Ground } from './ground.ts';

interface Night extends Omit<Composition, 'frozenFile'> {
  readonly frozenFile: string;
  readonly backoff: Ground['config']['daemon'];
  /** Told each time that something has to wait for the thaw. */
  onFrozen(): void;
}

export function queueWorld({ backoff, onFrozen, ...composition }: Night): World {
  const usual = compose(composition);
  const { frozenFile, settings } = composition;
  return {
    ...usual,
    admit: gates(waitingForThaw(frozenFile, onFrozen), agentSlots(settings.agentsAtOnce)),
    remediesFor: (effect) => {
      const { failures } = usual.remediesFor(effect);
      return { failures: patient(failures, backoff), maxWaitMs: Number.POSITIVE_INFINITY };
    },
  };
}
