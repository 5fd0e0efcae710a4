/** What is said to the queue from another process, and what is asked about it. */
import { userInfo } from 'node:os';
import { messagesFor } from '@harness/core/messages/index';
import { Refusal } from '@harness/core/refusal';
import type { Invocation } from '../cli/command.ts';
import { repoOf } from '../cli/repo.ts';
import { configFor } from '../config.ts';
import type { Wish } from '../control/queue.ts';
import { storeOf } from '../folder.ts';
import { rootAround } from '../repository.ts';
import { controlHere } from './control-here.ts';
import { isDaemonHere } from './lock.ts';
import { daemonStatus } from './status.ts';

type Action = 'status' | 'unblock' | Wish;

export async function say(action: Action, plan: string | undefined, invocation: Invocation): Promise<number> {
  const { options, output: asked } = invocation;
  const root = rootAround(repoOf(options));
  const config = await configFor(root, {}, process.env);
  const output = { ...asked, language: asked.language ?? config.language };
  if (action === 'status') return daemonStatus(root, config, output);
  const control = await controlHere({ root, store: storeOf(root), config });
  const by = userInfo().username;
  if (action === 'unblock') {
    const id = (plan ?? '').padStart(4, '0');
    if (!(await control.unblock(id, by))) throw new Refusal('plan.not-blocked', { plan: plan ?? '' });
  } else {
    if (!ofTheSign.includes(action) && !(await isDaemonHere(root))) throw new Refusal('daemon.none');
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
const ofTheSign: readonly Wish[] = ['freeze', 'unfreeze'];
