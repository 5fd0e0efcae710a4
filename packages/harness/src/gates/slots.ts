/** Limits the agents that work at the same time in all lanes of a run (`parallelWorkers.agents`). */
import { admitAll, type Gate, slotGate } from '@harness/engine/admission';

export const agentSlots = (agentsAtOnce: number | undefined): Gate =>
  agentsAtOnce === undefined ? admitAll : slotGate({ agent: agentsAtOnce });
