/** How many agents work at the same time, whichever lanes of a run they belong to (`parallelWorkers.agents`). */
import { admitAll, type Gate, slotGate } from '@harness/engine/admission';

export const agentSlots = (agentsAtOnce: number | undefined): Gate =>
  agentsAtOnce === undefined ? admitAll : slotGate({ agent: agentsAtOnce });
