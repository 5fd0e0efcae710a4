/**
 * A server of the product while something is done with it: started, waited for, stopped.
 *
 *   V1. Where somebody answers already nothing is started: that would be another's server, not the one of this lane (D-68).
 *   V2. It is in the journal before it begins, and carries a mark, so that the next process finds it after a crash.
 *   V3. However its use ends, it is stopped with everything that it started.
 *   V4. One that ends by itself meanwhile ends the use: what is seen then says nothing about the product.
 */
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DevServer } from '@harness/core/checks/dev-server';
import type { PerformContext } from '@harness/core/effects/performer';
import { fail, type Outcome } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import { devServerInLane } from '@harness/core/lane/lane-resources';
import { describeArtifact, reserveArtifact } from '../artifact/store.ts';
import { readLaneResources } from '../git/dependencies/lane-resources.ts';
import { childEnvironment } from '../process/environment.ts';
import { effectVariable, endOrphans, serverMark } from '../process/orphans.ts';
import { type ProcessExit, StartError, type StartedProcess, startProcess } from '../process/start-command.ts';
import { timerMs } from '../process/timer.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { redactorFor } from '../secret/redactor.ts';
import { holderOf, isTaken, portOf } from './port.ts';
import { isAnswering } from './ready.ts';

const everyMs = 100;

export interface ServerPlace {
  /** The absolute root of the target repository. */
  readonly repo: string;
  /** The absolute folder that it is started in. */
  readonly cwd: string;
  /** The absolute folder of the run. */
  readonly runFolder: string;
  readonly sandbox?: Pick<Sandbox, 'forCheck'> | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

type Context = Pick<PerformContext<AbortSignal>, 'run' | 'key' | 'signal' | 'note'>;

/** What was done with it, and what it said meanwhile. */
export interface ServerRun<Value> {
  readonly outcome: Outcome<Value>;
  readonly log?: Artifact;
}

/** `use` is told when there is no server any more. */
export async function withServer<Value>(
  server: DevServer,
  place: ServerPlace,
  context: Context,
  use: (isDown: AbortSignal) => Promise<Outcome<Value>>,
): Promise<ServerRun<Value>> {
  const { command, url } = server;
  if (await isTaken(url)) {
    const port = portOf(url);
    return { outcome: fail('server.port-in-use', { port, url, by: holderOf(port) }) };
  }
  context.signal.throwIfAborted();
  const log = await reserveArtifact(place.runFolder, `${context.key}-server`, '.log');
  const child = await start(server, place, context, join(place.runFolder, log));
  if (child instanceof StartError) return { outcome: fail('server.unstartable', { command, detail: child.message }) };
  try {
    const outcome = await served(child, server, context, log, use);
    await ended(child, place, context);
    return { outcome, log: await describeArtifact(place.runFolder, log) };
  } finally {
    await ended(child, place, context);
  }
}

async function ended(child: StartedProcess, { repo }: ServerPlace, { run, key }: Context): Promise<void> {
  child.kill();
  await endOrphans(serverMark(repo, `${run}/${key}`), [child]);
  await child.done;
}

async function served<Value>(
  child: StartedProcess,
  server: DevServer,
  { note, signal }: Context,
  log: string,
  use: (isDown: AbortSignal) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { command, url, readyTimeoutMs: timeoutMs } = server;
  const down = new AbortController();
  let exit: ProcessExit | undefined;
  const end = child.done.then((how) => {
    exit = how;
    down.abort();
  });
  await note('process.started', { pid: child.pid, startedAt: child.startedAt });
  child.go();
  const isReady = await ready(url, timeoutMs, AbortSignal.any([signal, down.signal]));
  const outcome = isReady ? await use(down.signal) : null;
  signal.throwIfAborted(); // what was cut off says nothing
  const died = exit as ProcessExit | undefined;
  if (died) return fail('server.died', { command, exitCode: died.exitCode ?? 'signal', tail: died.tail, log });
  if (outcome) return outcome;
  child.kill();
  await end;
  return fail('server.late', { command, url, timeoutMs, tail: (exit as ProcessExit | undefined)?.tail ?? '', log });
}

async function ready(url: string, timeoutMs: number, over: AbortSignal): Promise<boolean> {
  const giveUpAt = performance.now() + timerMs(timeoutMs);
  while (!over.aborted && performance.now() < giveUpAt) {
    if (await isAnswering(url, over)) return !over.aborted;
    await delay(everyMs);
  }
  return false;
}

async function start({ command, url }: DevServer, place: ServerPlace, context: Context, logPath: string) {
  const { repo, cwd, runFolder, sandbox, environment } = place;
  const mark = serverMark(repo, `${context.run}/${context.key}`);
  const lane = await readLaneResources(repo, relative(repo, cwd));
  const env = childEnvironment(environment, { ...(lane ? devServerInLane(lane, url) : {}), [effectVariable]: mark });
  const box = sandbox?.forCheck({ cwd, runFolder });
  const redactor = redactorFor(environment);
  return startProcess({ command, cwd, env, box, signal: context.signal, logPath, redactor }).catch((error: unknown) => {
    if (error instanceof StartError) return error;
    throw error;
  });
}
