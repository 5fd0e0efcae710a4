/** Runs a call: passes on the provider's events, and ends the processes that the provider started. */

import type { PerformContext } from '@harness/core/effects/performer';
import type { ChildProcess } from '@harness/core/journal/journal';
import { endOrphans } from '../process/orphans.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { isFree } from './call-events.ts';
import type { RoleAgent } from './options.ts';
import type { AgentEvent, AgentRequest, AgentResult } from './provider.ts';
import { watchCall } from './watchdog.ts';

type Context = PerformContext<AbortSignal>;

/** Runs a call in the sandbox, if there is one, and copies the role's files out of it. */
export async function runBoxedCall(
  request: AgentRequest,
  context: Context,
  sandbox: Pick<Sandbox, 'forAgent'> | undefined,
  ask: (request: AgentRequest) => Promise<AgentResult>,
): Promise<AgentResult> {
  if (!sandbox) return ask(request);
  const { cwd, runFolder, mode, writes } = request;
  const onDenied = (host: string) => context.report({ type: 'denied', tool: 'network', path: host });
  const box = await sandbox.forAgent({
    cwd,
    runFolder,
    mode,
    writes,
    onDenied,
  });
  try {
    const result = await ask({ ...request, box });
    await box.bringOut();
    return result;
  } finally {
    await box.close();
  }
}

export async function runCall(
  request: AgentRequest,
  context: Context,
  { provider, limits }: RoleAgent,
): Promise<AgentResult> {
  const processes: ChildProcess[] = [];
  try {
    const run = (signal: AbortSignal) => provider.run(request, signal);
    for await (const event of watchCall(run, { ...limits, allowances: context.allowances }, context.signal)) {
      if (event.type === 'process') processes.push(event);
      if (event.type === 'result') return ownRedactor().deep(event.result);
      await reportEvent(event, context);
    }
    throw new Error('The watchdog let a call end without a result');
  } finally {
    if (processes.length > 0) await endOrphans(request.mark, processes);
  }
}

async function reportEvent(event: Exclude<AgentEvent, { type: 'result' }>, context: Context): Promise<void> {
  if (event.type === 'started') return context.note('agent.started', event.params);
  if (event.type === 'noted') return context.note(event.code, event.params);
  if (event.type === 'alive') return;
  if (event.type === 'process') return context.note('process.started', { pid: event.pid, startedAt: event.startedAt });
  context.report(event);
}

/** A cancelled call has no outcome, but the provider charges for it. */
export async function noteCancelledCost({ spent }: AgentResult, context: Context): Promise<void> {
  if (!context.signal.aborted) return;
  if (!isFree(spent)) await context.note('agent.spent', { ...spent.usage, costUsd: spent.costUsd });
  context.signal.throwIfAborted();
}
