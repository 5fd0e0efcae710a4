/**
 * Looks after the daemon: a small process that starts it again when it dies or hangs, and says so.
 *
 *   S1. Who leaves by an order (stopped, Ctrl-C, a polite signal) or before it was ready is not started again.
 *   S2. Who dies otherwise, or gives no sign of life for too long, is started again, later each time, and not for ever.
 *   S3. The daemon has a group of its own: a Ctrl-C reaches it once, through here. When this process dies, the daemon
 *       hears it at once and parks what it does.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@harness/core/config/schema';
import { exitCodes } from '@harness/core/journal/end';
import { sentencesOf } from '@harness/core/workflow';
import { queueWorkflow } from '@harness/core/workflows/queue/workflow';
import type { Output } from '../../render/screen.ts';
import { notifyQueueEvent } from './queue-notifications.ts';
import {
  type DaemonMessage,
  type DaemonStartMessage,
  decideRestart,
  type RestartDecision,
} from './supervisor-protocol.ts';

interface Supervising {
  readonly root: string;
  readonly config: Pick<Config, 'daemon' | 'notify'>;
  readonly output: Output;
  /** The words of the command that is the daemon itself. */
  readonly argv: readonly string[];
  /** Where it can be reached, each time that it is ready. */
  ready(url: string, pid: number): void;
}

type Ended = { readonly exitCode: number } | RestartDecision;

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Forwarded = (typeof forwarded)[number];
const exitCodeOf: Readonly<Record<Forwarded, number>> = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: exitCodes.hungUp,
};

export async function supervise({ root, config, output, argv, ready }: Supervising): Promise<number> {
  const words = sentencesOf(queueWorkflow, output.language);
  for (let times = 0, after: DaemonStartMessage['after'] = null; ; ) {
    const ended = await oneLife({ argv, hangMs: config.daemon.hangMs, hello: { after }, ready });
    if ('exitCode' in ended) return ended.exitCode;
    times = ended.livedMs > wellMs ? 1 : times + 1;
    const again = decideRestart(times);
    if (ended.isHung) output.tell(`${words.hung({ ms: config.daemon.hangMs })}\n`);
    if (again === null) {
      const text = words.givenUp({ times });
      output.tell(`${text}\n`);
      await notifyQueueEvent(root, config, 'crash', text);
      return exitCodes.failed;
    }
    output.tell(`${words.died({ detail: ended.because, ms: again })}\n`);
    after = { because: ended.because, times };
    await delay(again);
  }
}

/** Who lived so long has not died of how it began. */
const wellMs = 10 * 60_000;

interface Life {
  readonly argv: readonly string[];
  readonly hangMs: number;
  readonly hello: DaemonStartMessage;
  ready(url: string, pid: number): void;
}

function oneLife({ argv, hangMs, hello, ready }: Life): Promise<Ended> {
  const [launcher = ''] = process.argv.slice(1);
  const child = fork(launcher, [...argv], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
  const bornAt = performance.now();
  let isReady = false;
  let isHung = false;
  const watch = heartbeat(hangMs, () => {
    isHung = true;
    child.kill('SIGKILL');
  });
  child.send(hello);
  child.on('message', (message: DaemonMessage) => {
    watch.beat();
    if (message.is !== 'ready') return;
    isReady = true;
    ready(message.url, message.pid);
  });
  const order = forwardTo(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (exitCode, signal) => {
      watch.end();
      order.close();
      const isOrdered = exitCode !== null && (!isReady || exitCode !== exitCodes.failed);
      if (isOrdered) return resolve({ exitCode });
      const asked = order.asked();
      if (asked !== null) return resolve({ exitCode: exitCodeOf[asked] });
      const because = isHung ? 'hung' : signal === null ? `ended with ${exitCode}` : `was ended by ${signal}`;
      resolve(
        isReady || isHung ? { because, isHung, livedMs: performance.now() - bornAt } : { exitCode: exitCodes.failed },
      );
    });
  });
}

/** Counted in looks and not by the clock: a machine that slept, and we with it, did not hang. */
function heartbeat(hangMs: number, hung: () => void) {
  const looks = 10;
  let missed = 0;
  const timer = setInterval(() => {
    missed++;
    if (missed === looks) hung();
  }, hangMs / looks);
  return {
    beat() {
      missed = 0;
    },
    end: () => clearInterval(timer),
  };
}

/** Whoever is asked to leave by the system asks the daemon to, and remembers it: what leaves then is not started again. */
function forwardTo(child: ChildProcess) {
  let asked: Forwarded | null = null;
  const handlers = forwarded.map((signal) => {
    const handler = () => {
      asked = signal;
      child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return {
    asked: () => asked,
    close() {
      for (const off of handlers) off();
    },
  };
}
