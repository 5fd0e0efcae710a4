/** What is said to the queue from another process, and what is asked about it. */
import { userInfo } from 'node:os';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import type { QueueCommand } from '../../control/queue.ts';
import { findRepositoryRoot } from '../../repository/repository.ts';
import { openStore } from '../../runs/folder.ts';
import { loadConfig } from '../../settings/config.ts';
import { isDaemonRunning } from './daemon-lock.ts';
import { openQueueClient } from './queue-client.ts';
import { daemonStatus } from './status.ts';

type Action = 'status' | 'unblock' | QueueCommand;

export async function sendDaemonCommand(
  action: Action,
  plan: string | undefined,
  invocation: Invocation,
): Promise<number> {
  const { options, output: asked } = invocation;
  const root = findRepositoryRoot(resolveRepo(options));
  const config = await loadConfig(root, {}, process.env);
  const output = { ...asked, language: asked.language ?? config.language };
  if (action === 'status') return daemonStatus(root, config, output);
  const control = await openQueueClient({ root, store: openStore(root), config });
  const by = userInfo().username;
  if (action === 'unblock') {
    const id = (plan ?? '').padStart(4, '0');
    if (!(await control.unblock(id, by))) throw new Refusal('plan.not-blocked', { plan: plan ?? '' });
  } else {
    if (!ofTheSign.includes(action) && !(await isDaemonRunning(root))) throw new Refusal('daemon.none');
    await control.wish(action, by);
  }
  const { daemon } = messagesFor(output.language);
  const words: Readonly<Partial<Record<Action, string>>> = {
    freeze: daemon.frozen({ file: `${config.stateDir}/FROZEN` }),
    unfreeze: daemon.thawed({}),
  };
  const text = words[action] ?? daemon.asked({ command: plan === undefined ? action : `${action} ${plan}` });
  output.say(output.json ? `${JSON.stringify({ version: 1, asked: action })}\n` : `${text}\n`);
  return 0;
}

/** A sign can be put up whether or not anybody works here. */
const ofTheSign: readonly QueueCommand[] = ['freeze', 'unfreeze'];
