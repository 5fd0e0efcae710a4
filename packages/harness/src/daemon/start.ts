/** `harness daemon start`: in front, or in the background with `--detach`; a supervisor, and under it the daemon itself. */
import { fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '@harness/core/end';
import { messagesFor } from '@harness/core/messages/index';
import { Refusal } from '@harness/core/refusal';
import { makeFolder } from '@harness/engine/store/folder';
import { agentsFor } from '../agents.ts';
import type { Invocation } from '../cli/command.ts';
import { prepareFolder } from '../folder.ts';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { type Ground, groundFor } from './ground.ts';
import { daemonHere, requireNoDaemon } from './lock.ts';
import { readState } from './state-file.ts';
import { supervise } from './supervise.ts';
import type { FromWorker, Hello } from './supervision.ts';
import { work } from './work.ts';

/** Everything that can be refused is refused before anything is started. */
export async function start(invocation: Invocation): Promise<number> {
  const ground = await groundFor(invocation);
  const { root, config, settings, output } = ground;
  await agentsFor(settings, 'plans');
  readState(root, config.stateDir); // one of another version is refused
  await requireNoDaemon(root, config.stateDir);
  prepareFolder(root);
  prepareStateFolder(root, config.stateDir);
  if (invocation.options['detach'] === true) return detach(ground);
  const words = messagesFor(output.language).daemon;
  return supervise({
    ground,
    argv: asAction('work'),
    ready(url) {
      output.tell(`${words.started({ pid: daemonHere(root, config.stateDir)?.pid ?? 0, url })}\n`);
      process.send?.({ is: 'ready', url } satisfies FromWorker);
      if (process.connected) process.disconnect(); // whoever detached us need not wait any longer
    },
  });
}

/** The same words, with another action: every option holds for it too. */
function asAction(action: string): readonly string[] {
  const words = process.argv.slice(2).filter((word) => word !== '--detach');
  const at = words.indexOf('start', words.indexOf('daemon'));
  return words.with(at, action);
}

/** Begins the same command in the background, and returns when it can be reached. */
async function detach({ root, config: { stateDir }, output }: Ground): Promise<number> {
  const path = join(stateDir, 'logs', 'daemon.log');
  makeFolder(join(root, stateDir, 'logs'));
  const log = openSync(join(root, path), 'a', 0o600);
  const [launcher = ''] = process.argv.slice(1);
  const child = fork(launcher, [...asAction('start')], { detached: true, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log);
  const url = await new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      const detail = signal === null ? `exit ${code}` : signal;
      reject(new Refusal('daemon.lost', { path, detail }));
    });
    child.on('message', (message: FromWorker) => message.is === 'ready' && resolve(message.url));
  });
  child.removeAllListeners();
  child.unref();
  if (child.connected) child.disconnect();
  const pid = daemonHere(root, stateDir)?.pid ?? 0;
  const { daemon } = messagesFor(output.language);
  output.say(output.json ? `${JSON.stringify({ version: 1, pid, url })}\n` : `${daemon.detached({ pid, url })}\n`);
  return exitCodes.ok;
}

/** How often a daemon shows that it lives, as a part of what it may be silent. */
const beats = 10;

/** The daemon itself, under its supervisor: without one it is not started. */
export async function workUnder(invocation: Invocation): Promise<number> {
  if (process.send === undefined)
    throw new Refusal('usage.invalid', { detail: 'daemon work is started by daemon start alone', command: 'daemon' });
  const { after } = await new Promise<Hello>((resolve) => process.once('message', resolve));
  const ground = await groundFor(invocation);
  const say = (message: FromWorker) => process.connected && process.send?.(message);
  const timer = setInterval(() => say({ is: 'alive' }), ground.config.daemon.hangMs / beats);
  timer.unref();
  // Nobody looks after it any more: it leaves as if it had been asked to, and whoever starts it next goes on.
  const orphaned = () => process.kill(process.pid, 'SIGTERM');
  process.once('disconnect', orphaned);
  try {
    return await work(ground, { after, ready: (url) => say({ is: 'ready', url }) });
  } finally {
    clearInterval(timer);
    process.off('disconnect', orphaned);
    if (process.connected) process.disconnect();
  }
}
