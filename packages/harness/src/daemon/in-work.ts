/** A plan is worked on by one: what the daemon has begun, nobody else begins. */
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/refusal';
import { isDaemonHere } from './lock.ts';
import { readState } from './state-file.ts';

export async function requireNotInWork(
  root: string,
  { stateDir }: Pick<Config, 'stateDir'>,
  plan: string,
): Promise<void> {
  const read = readState(root, stateDir);
  if (read.is !== 'read') return;
  const { active, waiting } = read.document;
  const isInWork = active?.planId === plan || Object.hasOwn(waiting, plan);
  if (isInWork && (await isDaemonHere(root))) throw new Refusal('plan.in-work', { plan });
}
