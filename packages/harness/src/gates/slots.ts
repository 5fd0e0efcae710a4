/** How many agents work at the same time, whichever lanes of a run they belong to (`parallelWorkers.agents`). */
import { everythingGoes, type Gate, slots } from '@harness/engine/admission';

export const agentSlots = (agentsAtOnce: number | undefined): Gate =>
  agentsAtOnce === undefined ? everythingGoes : slots({ agent: agentsAtOnce });
