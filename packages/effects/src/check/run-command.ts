/**
 * Runs one command of the target repository like a check: in its box, with an environment without keys, with a timeout and
 * a log. All its processes end with it.
 */
import { join } from 'node:path';
import type { PerformContext } from '@harness/core/effects/performer';
import type { SandboxLayer } from '@harness/core/sandbox/layers';
import { reserveArtifact } from '../artifact/store.ts';
import { readLaneResources } from '../git/dependencies/lane-resources.ts';
import type { RunPlaces } from '../operation-performer.ts';
import { childEnvironment } from '../process/environment.ts';
import { effectMark, effectVariable, endOrphans } from '../process/orphans.ts';
import { type ProcessExit, StartError, type StartedProcess, tryToStart } from '../process/start-command.ts';
import { timerMs } from '../process/timer.ts';
import { pythonVariables } from '../python/python-variables.ts';
import { findRoomTools } from '../room/room-tools.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { redactorFor } from '../secret/redactor.ts';

export interface CommandOptions extends RunPlaces {
  /** `undefined` if commands run without a sandbox. */
  readonly sandbox?: Pick<Sandbox, 'forCheck'> | undefined;
  /** Source of the environment of commands (by allow-list); default `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
}

export interface CommandRun {
  readonly command: string;
  /** Absolute folder of the command, and the clean room around it. */
  readonly folder: string;
  readonly room?: string | undefined;
  /** The folder in the repository that it stands for: a lane or the checkout. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Start of the name of its log. */
  readonly logStem: string;
  /** Further paths that its box shows. */
  readonly more?: readonly SandboxLayer[] | undefined;
  /** Returns variables besides the usual ones. */
  variables?(usual: NodeJS.ProcessEnv): Promise<Record<string, string>>;
  /** End the command early. */
  readonly ends?: readonly AbortSignal[];
}

export interface FinishedRun extends Pick<ProcessExit, 'exitCode' | 'tail'> {
  readonly isLate: boolean;
  /** Path of the log in the run's folder. */
  readonly log: string;
  readonly tookMs: number;
}

/** Throws if the effect is cancelled: then there is no result. */
export async function runCommand(
  { command, folder, room, cwd, timeoutMs, logStem, more, variables, ends = [] }: CommandRun,
  context: PerformContext<AbortSignal>,
  { repo, runFolder, sandbox, environment = process.env }: CommandOptions,
): Promise<FinishedRun | StartError> {
  const { run, key, signal } = context;
  const mark = effectMark(repo, `${run}/${key}`);
  const lane = await readLaneResources(repo, cwd);
  const isBoxed = sandbox !== undefined;
  const tools = await findRoomTools({ repo, room: room ?? installFolder(cwd, folder), isBoxed }, environment);
  const python = await pythonVariables({ repo, cwd, room, environment: tools.environment });
  const usual = childEnvironment(tools.environment, { ...python, ...lane?.variables, [effectVariable]: mark });
  const env = { ...usual, ...(await variables?.(usual)) };
  const log = await reserveArtifact(runFolder(run), logStem, '.log');
  const timer = new AbortController();
  const stop = AbortSignal.any([signal, timer.signal, ...ends]);
  const box = sandbox?.forCheck({ cwd: folder, room, tools: tools.shown, runFolder: runFolder(run), more });
  const logPath = join(runFolder(run), log);
  const redactor = redactorFor(environment);
  const child = await tryToStart({ command, cwd: folder, env, box, signal: stop, logPath, redactor });
  if (child instanceof StartError) return child;
  const startedMs = performance.now();
  const { exitCode, tail } = await watch(child, mark, context, timer, timeoutMs);
  const tookMs = Math.round(performance.now() - startedMs);
  signal.throwIfAborted();
  return { exitCode, tail, isLate: timer.signal.aborted, log, tookMs };
}

/** An installation runs outside of a room, but its packages get into one. */
const installFolder = (cwd: string, folder: string) => (cwd.startsWith('.harness/dependencies/') ? folder : undefined);

/** Starts the command after its process is noted, and ends all its processes, however it ends. */
async function watch(
  child: StartedProcess,
  mark: string,
  context: PerformContext<AbortSignal>,
  timer: AbortController,
  timeoutMs: number,
) {
  const { pid, startedAt } = child;
  let timeout: NodeJS.Timeout | undefined;
  try {
    await context.note('process.started', { pid, startedAt });
    timeout = setTimeout(() => timer.abort(), timerMs(timeoutMs));
    child.go();
    return await child.done;
  } finally {
    clearTimeout(timeout);
    child.kill();
    await endOrphans(mark, [child]);
  }
}
