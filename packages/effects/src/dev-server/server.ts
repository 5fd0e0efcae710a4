/**
 * Runs a dev server of the product while a caller uses it.
 *
 *   V1. If the address is already in use, no server is started: the other server does not belong to this lane (D-68).
 *   V2. The process is journalled and marked before it starts, so that the next process finds it after a crash.
 *   V3. However its use ends, the server is stopped with all its child processes.
 *   V4. If the server exits early, the use is aborted: its result says nothing about the product.
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
import { type ProcessExit, StartError, type StartedProcess, tryToStart } from '../process/start-command.ts';
import { timerMs } from '../process/timer.ts';
import { pythonVariables } from '../python/python-variables.ts';
import { findRoomTools } from '../room/room-tools.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { redactorFor } from '../secret/redactor.ts';
import { holderOf, isTaken, portOf } from './port.ts';
import { isAnswering } from './ready.ts';

const pollMs = 100;

export interface ServerOptions {
  /** Absolute root of the target repository. */
  readonly repo: string;
  readonly cwd: string;
  /** The clean room around `cwd`; `undefined` if it runs in the lane. */
  readonly room?: string | undefined;
  /** Path of the lane whose ports it gets; default: the path of `cwd` in the repository. */
  readonly lane?: string | undefined;
  readonly runFolder: string;
  readonly sandbox?: Pick<Sandbox, 'forCheck'> | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

type Context = Pick<PerformContext<AbortSignal>, 'run' | 'key' | 'signal' | 'note'>;

export interface ServerRun<Value> {
  readonly outcome: Outcome<Value>;
  readonly log?: Artifact;
}

/** `use` receives a signal that is aborted when the server exits. */
export async function withServer<Value>(
  server: DevServer,
  place: ServerOptions,
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
    const outcome = await useServer(child, server, context, log, use);
    await stop(child, place, context);
    return { outcome, log: await describeArtifact(place.runFolder, log) };
  } finally {
    await stop(child, place, context);
  }
}

async function stop(child: StartedProcess, { repo }: ServerOptions, { run, key }: Context): Promise<void> {
  child.kill();
  await endOrphans(serverMark(repo, `${run}/${key}`), [child]);
  await child.done;
}

async function useServer<Value>(
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
  const isReady = await waitUntilReady(url, timeoutMs, AbortSignal.any([signal, down.signal]));
  const outcome = isReady ? await use(down.signal) : null;
  signal.throwIfAborted(); // an aborted use has no result
  const died = exit as ProcessExit | undefined;
  if (died) return fail('server.died', { command, exitCode: died.exitCode ?? 'signal', tail: died.tail, log });
  if (outcome) return outcome;
  child.kill();
  await end;
  return fail('server.late', { command, url, timeoutMs, tail: (exit as ProcessExit | undefined)?.tail ?? '', log });
}

async function waitUntilReady(url: string, timeoutMs: number, over: AbortSignal): Promise<boolean> {
  const giveUpAt = performance.now() + timerMs(timeoutMs);
  while (!over.aborted && performance.now() < giveUpAt) {
    if (await isAnswering(url, over)) return !over.aborted;
    await delay(pollMs);
  }
  return false;
}

async function start({ command, url }: DevServer, place: ServerOptions, context: Context, logPath: string) {
  const { repo, cwd, room, runFolder, sandbox, environment } = place;
  const mark = serverMark(repo, `${context.run}/${context.key}`);
  const folder = place.lane ?? relative(repo, cwd);
  const lane = await readLaneResources(repo, folder);
  const tools = await findRoomTools({ repo, room, isBoxed: sandbox !== undefined }, environment);
  const python = await pythonVariables({ repo, cwd: folder, room, environment: tools.environment });
  const variables = lane ? devServerInLane(lane, url) : {};
  const env = childEnvironment(tools.environment, { ...python, ...variables, [effectVariable]: mark });
  const box = sandbox?.forCheck({ cwd, room, tools: tools.shown, runFolder });
  const redactor = redactorFor(environment);
  return tryToStart({ command, cwd, env, box, signal: context.signal, logPath, redactor });
}
