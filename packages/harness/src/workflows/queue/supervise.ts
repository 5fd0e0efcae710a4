/**
 * Supervises the daemon: a small process that restarts it when it dies or hangs, and prints why.
 *
 *   S1. A daemon that exits on request (stop, Ctrl-C, SIGTERM) or before it was ready is not restarted.
 *   S2. A daemon that dies otherwise, or sends no heartbeat for too long, is restarted, with growing delays and a limit.
 *   S3. The daemon has its own process group, so a Ctrl-C reaches it once, through the supervisor. When the supervisor
 *       dies, the daemon notices at once and parks its work.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@harness/core/config/schema';
import { exitCodes } from '@harness/core/journal/end';
import { sentencesOf } from '@harness/core/workflow';
import { queueWorkflow } from '@harness/core/workflows/queue/workflow';
import type { Output } from '../../render/screen.ts';
import { exitCodeOf } from '../../run/shutdown.ts';
import { notifyQueueEvent } from './queue-notifications.ts';
import {
  type DaemonMessage,
  type DaemonStartMessage,
  decideRestart,
  type RestartDecision,
} from './supervisor-protocol.ts';

interface SupervisorOptions {
  readonly root: string;
  readonly config: Pick<Config, 'daemon' | 'notify'>;
  readonly output: Output;
  /** Arguments of the command that runs the daemon. */
  readonly argv: readonly string[];
  /** Called each time the daemon is ready. */
  ready(url: string, pid: number): void;
}

type DaemonExit = { readonly exitCode: number } | RestartDecision;

type Forwarded = keyof typeof exitCodeOf;

export async function supervise({ root, config, output, argv, ready }: SupervisorOptions): Promise<number> {
  const words = sentencesOf(queueWorkflow, output.language);
  for (let times = 0, after: DaemonStartMessage['after'] = null; ; ) {
    const ended = await runOnce({ argv, hangMs: config.daemon.hangMs, startMessage: { after }, ready });
    if ('exitCode' in ended) return ended.exitCode;
    times = ended.livedMs > healthyMs ? 1 : times + 1;
    const restartMs = decideRestart(times);
    if (ended.isHung) output.tell(`${words.hung({ ms: config.daemon.hangMs })}\n`);
    if (restartMs === null) {
      const text = words.givenUp({ times });
      output.tell(`${text}\n`);
      await notifyQueueEvent(root, config, 'crash', text);
      return exitCodes.failed;
    }
    output.tell(`${words.died({ detail: ended.because, ms: restartMs })}\n`);
    after = { because: ended.because, times };
    await delay(restartMs);
  }
}

/** A daemon that ran this long did not fail at its start: the count of restarts begins again. */
const healthyMs = 10 * 60_000;

interface DaemonLaunch extends Pick<SupervisorOptions, 'argv' | 'ready'> {
  readonly hangMs: number;
  readonly startMessage: DaemonStartMessage;
}

/** Keeps the space for new objects small: by default it grows to 48 MB, and an idle daemon never gives it back. */
const smallHeap = ['--max-semi-space-size=2'];

function runOnce({ argv, hangMs, startMessage, ready }: DaemonLaunch): Promise<DaemonExit> {
  const [launcher = ''] = process.argv.slice(1);
  const child = fork(launcher, [...argv], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    execArgv: [...process.execArgv, ...smallHeap],
  });
  const startedAtMs = performance.now();
  let isReady = false;
  let isHung = false;
  const watch = heartbeat(hangMs, () => {
    isHung = true;
    child.kill('SIGKILL');
  });
  child.send(startMessage);
  child.on('message', (message: DaemonMessage) => {
    watch.beat();
    if (message.is !== 'ready') return;
    isReady = true;
    ready(message.url, message.pid);
  });
  const signals = forwardTo(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (exitCode, signal) => {
      watch.end();
      signals.close();
      const isRequested = exitCode !== null && (!isReady || exitCode !== exitCodes.failed);
      if (isRequested) return resolve({ exitCode });
      const received = signals.received();
      if (received !== null) return resolve({ exitCode: exitCodeOf[received] });
      const because = isHung ? 'hung' : signal === null ? `ended with ${exitCode}` : `was ended by ${signal}`;
      resolve(
        isReady || isHung
          ? { because, isHung, livedMs: performance.now() - startedAtMs }
          : { exitCode: exitCodes.failed },
      );
    });
  });
}

/** Counts intervals instead of time, because a suspended machine did not hang. */
function heartbeat(hangMs: number, hung: () => void) {
  const intervals = 10;
  let missed = 0;
  const timer = setInterval(() => {
    missed++;
    if (missed === intervals) hung();
  }, hangMs / intervals);
  return {
    beat() {
      missed = 0;
    },
    end: () => clearInterval(timer),
  };
}

/** Forwards signals to the daemon and remembers the last: a daemon that exits on a signal is not restarted. */
function forwardTo(child: ChildProcess) {
  let received: Forwarded | null = null;
  const handlers = (Object.keys(exitCodeOf) as Forwarded[]).map((signal) => {
    const handler = () => {
      received = signal;
      child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return {
    received: () => received,
    close() {
      for (const off of handlers) off();
    },
  };
}
