/** The daemon itself, as its supervisor starts it: it says that it lives, and leaves when nobody looks after it any more. */
import { Refusal } from '@harness/core/failure/refusal';
import type { Invocation } from '../../cli/command.ts';
import { resolveAgents } from '../../providers/agents.ts';
import { requireNoDaemon } from './daemon-lock.ts';
import { readQueueState } from './queue-state-file.ts';
import { runDaemon } from './run-daemon.ts';
import { prepareDaemon } from './setup.ts';
import type { DaemonMessage, DaemonStartMessage } from './supervisor-protocol.ts';

/** How often a daemon shows that it lives, as a part of what it may be silent. */
const beats = 10;

/** Without a supervisor it is not started. Everything that can be refused is refused before anything is begun. */
export async function runSupervisedDaemon(invocation: Invocation): Promise<number> {
  if (process.send === undefined)
    throw new Refusal('usage.invalid', { detail: 'daemon work is started by daemon start alone', command: 'daemon' });
  const { after } = await new Promise<DaemonStartMessage>((resolve) => process.once('message', resolve));
  const ground = await requireValidSetup(invocation);
  const say = (message: DaemonMessage) => process.connected && process.send?.(message);
  const timer = setInterval(() => say({ is: 'alive' }), ground.config.daemon.hangMs / beats);
  timer.unref();
  // Nobody looks after it any more: it leaves as if it had been asked to, and whoever starts it next goes on.
  const orphaned = () => process.kill(process.pid, 'SIGTERM');
  process.once('disconnect', orphaned);
  try {
    return await runDaemon(ground, { after, ready: (url) => say({ is: 'ready', url, pid: process.pid }) });
  } finally {
    clearInterval(timer);
    process.off('disconnect', orphaned);
    if (process.connected) process.disconnect();
  }
}

/** For whoever leaves it alone in the background, the same is asked before that. */
export async function requireValidSetup(invocation: Invocation) {
  const ground = await prepareDaemon(invocation);
  const { root, config, settings } = ground;
  await resolveAgents(settings, 'plans');
  readQueueState(root, config.stateDir); // one of another version is refused
  await requireNoDaemon(root, config.stateDir);
  return ground;
}
