/** A plan is worked on by one: what the daemon has begun, nobody else begins. */
import type { Config } from '@harness/core/config/schema';
import { refusalOf } from '@harness/core/failure/refusal';
import { queueCodes } from '@harness/core/workflows/queue/codes';
import { isDaemonRunning } from './daemon-lock.ts';
import { readQueueState } from './queue-state-file.ts';

export async function requirePlanNotRunning(
  root: string,
  { stateDir }: Pick<Config, 'stateDir'>,
  plan: string,
): Promise<void> {
  const read = readQueueState(root, stateDir);
  if (read.is !== 'read') return;
  const { active, waiting } = read.document;
  const isInWork = active?.planId === plan || Object.hasOwn(waiting, plan);
  if (isInWork && (await isDaemonRunning(root))) throw refusalOf(queueCodes, 'plan.in-work', { plan });
}
