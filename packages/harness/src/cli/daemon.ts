/** `harness daemon start|stop|status|pause|resume|freeze|unfreeze|unblock <id>`: the daemon that works plans off. */
import { userInfo } from 'node:os';
import { messagesFor } from '@harness/core/messages/index';
import { Refusal } from '@harness/core/refusal';
import { configFor } from '../config.ts';
import { type Wish, wishes } from '../control/queue.ts';
import { isDaemonHere } from '../daemon/lock.ts';
import { queueControl } from '../daemon/queue-control.ts';
import { start, workUnder } from '../daemon/start.ts';
import { daemonStatus } from '../daemon/status.ts';
import { storeOf } from '../folder.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

/** `work` is the daemon itself, as its supervisor starts it; nobody types it. */
const actions = ['start', 'work', 'status', 'unblock', ...wishes] as const;
type Action = (typeof actions)[number];

export async function run(invocation: Invocation): Promise<number> {
  const [said = '', plan] = invocation.args;
  const action = actions.find((one) => one === said);
  if (action === undefined || (action === 'unblock') !== (plan !== undefined)) throw misread(said, action);
  if (action === 'start') return start(invocation);
  if (action === 'work') return workUnder(invocation);
  const { options, output: asked } = invocation;
  const root = rootAround(repoOf(options));
  const config = await configFor(root, {}, process.env);
  const output = { ...asked, language: asked.language ?? config.language };
  if (action === 'status') return daemonStatus(root, config, output);
  const control = queueControl({ root, store: storeOf(root), config });
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

function misread(said: string, action: Action | undefined): Refusal {
  if (action === 'unblock') return new Refusal('usage.missing-input', { what: 'The plan', command: 'daemon' });
  const known = actions.filter((one) => one !== 'work').join(', ');
  const detail = action === undefined ? `daemon takes one of ${known}, not "${said}"` : `daemon ${said} takes no plan`;
  return new Refusal('usage.invalid', { detail, command: 'daemon' });
}
