/** Runs the daemon below its supervisor: sends heartbeats, and exits when the supervisor is gone. */
import { Refusal } from '@harness/core/failure/refusal';
import type { Invocation } from '../../cli/command.ts';
import { loadWholeBundle } from '../../install/load-bundle.ts';
import { resolveAgents } from '../../providers/agents.ts';
import { requireNoFilter } from '../../repository/clean-tree.ts';
import { requireNoDaemon } from './daemon-lock.ts';
import { readQueueState } from './queue-state-file.ts';
import { runDaemon } from './run-daemon.ts';
import { prepareDaemon } from './setup.ts';
import type { DaemonMessage, DaemonStartMessage } from './supervisor-protocol.ts';

/** Heartbeats within `daemon.hangMs`. */
const heartbeats = 10;

/** Refuses to run without a supervisor, and refuses all problems before anything starts. */
export async function runSupervisedDaemon(invocation: Invocation): Promise<number> {
  if (process.send === undefined)
    throw new Refusal('usage.invalid', {
      detail: 'daemon work is internal: only daemon start uses it',
      command: 'daemon',
    });
  const { after } = await new Promise<DaemonStartMessage>((resolve) => process.once('message', resolve));
  const setup = await requireValidSetup(invocation);
  await loadWholeBundle();
  const send = (message: DaemonMessage) => process.connected && process.send?.(message);
  const timer = setInterval(() => send({ is: 'alive' }), setup.config.daemon.hangMs / heartbeats);
  timer.unref();
  // The supervisor is gone: exit as after SIGTERM, so that the next start resumes.
  const exit = () => process.kill(process.pid, 'SIGTERM');
  process.once('disconnect', exit);
  try {
    return await runDaemon(setup, { after, ready: (url) => send({ is: 'ready', url, pid: process.pid }) });
  } finally {
    clearInterval(timer);
    process.off('disconnect', exit);
    if (process.connected) process.disconnect();
  }
}

/** `--detach` calls this too, before the daemon moves to the background. */
export async function requireValidSetup(invocation: Invocation) {
  const setup = await prepareDaemon(invocation);
  const { root, config, settings } = setup;
  await resolveAgents(settings, 'plans');
  await requireNoFilter(root, invocation.output);
  readQueueState(root, config.stateDir); // refuses an unknown version
  await requireNoDaemon(root, config.stateDir);
  return setup;
}
