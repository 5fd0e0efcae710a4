/** Sends a command to the queue, or prints its status. */
import { userInfo } from 'node:os';
import { refusalOf } from '@harness/core/failure/refusal';
import { sentencesOf } from '@harness/core/workflow';
import { queueCodes } from '@harness/core/workflows/queue/codes';
import { queueWorkflow } from '@harness/core/workflows/queue/workflow';
import type { Invocation } from '../../cli/command.ts';
import type { QueueCommand } from '../../control/queue.ts';
import { printResult } from '../../render/screen.ts';
import { openRepository } from '../../runs/folder.ts';
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
  const { options, output: rawOutput } = invocation;
  const { root, store } = openRepository(options);
  const config = await loadConfig(root);
  const output = { ...rawOutput, language: rawOutput.language ?? config.language };
  if (action === 'status') return daemonStatus(root, config, output);
  const control = await openQueueClient({ root, store, config });
  const by = userInfo().username;
  if (action === 'unblock') {
    const id = (plan ?? '').padStart(4, '0');
    if (!(await control.unblock(id, by))) throw refusalOf(queueCodes, 'plan.not-blocked', { plan: plan ?? '' });
  } else {
    if (!freezeCommands.includes(action) && !(await isDaemonRunning(root)))
      throw refusalOf(queueCodes, 'daemon.none', {});
    await control.wish(action, by);
  }
  const words = sentencesOf(queueWorkflow, output.language);
  const texts: Readonly<Partial<Record<Action, string>>> = {
    freeze: words.frozen({ file: `${config.stateDir}/FROZEN` }),
    unfreeze: words.thawed({}),
  };
  const text = texts[action] ?? words.asked({ command: plan === undefined ? action : `${action} ${plan}` });
  return printResult(output, { asked: action }, () => `${text}\n`);
}

/** These work without a daemon. */
const freezeCommands: readonly QueueCommand[] = ['freeze', 'unfreeze'];
